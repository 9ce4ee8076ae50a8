/** The list of shortcuts, taken from its own page. */
import { accountPath } from '#lib/access/paths.ts';
const PAGE = accountPath.tab('shortcuts');
let dialog: HTMLDialogElement | undefined;

export async function show(): Promise<void> {
  dialog ??= await made();
  if (!dialog) return location.assign(PAGE);
  if (!dialog.open) dialog.showModal();
}

/** The page of shortcuts has small inline styles; here the content security policy permits them only in this way. */
function dress(text: string): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(text);
  document.adoptedStyleSheets.push(styles);
}

async function made(): Promise<HTMLDialogElement | undefined> {
  const answer = await fetch(PAGE).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  const sheet = page?.getElementById('shortcuts');
  if (!sheet) return undefined;
  const holder = document.createElement('dialog');
  holder.className = 'dialog dialog-wide';
  holder.setAttribute('closedby', 'any');
  holder.ariaLabel = sheet.querySelector('h2')!.textContent;
  for (const style of page!.querySelectorAll('style')) dress(style.textContent);
  sheet.querySelector('.card')!.classList.remove('card');
  holder.append(sheet);
  sheet.querySelector<HTMLInputElement>('[name=to]')!.value = location.pathname + location.search;
  document.body.append(holder);
  return holder;
}
