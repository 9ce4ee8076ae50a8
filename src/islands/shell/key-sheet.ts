/** The list of shortcuts, taken from its own page. */
import { accountPath } from '#lib/access/paths.ts';
import { pageText } from '../page-text.ts';

const PAGE = accountPath.tab('shortcuts');
/** Taken out before the page is read: the policy reports each style that stands in it. */
const STYLE = /<style[^>]*>(.*?)<\/style>/gs;
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
  const html = (await pageText(PAGE)) ?? '';
  const page = new DOMParser().parseFromString(html.replaceAll(STYLE, ''), 'text/html');
  const sheet = page.getElementById('shortcuts');
  if (!sheet) return undefined;
  const holder = document.createElement('dialog');
  holder.className = 'dialog dialog-wide';
  holder.setAttribute('closedby', 'any');
  holder.ariaLabel = sheet.querySelector('h2')!.textContent;
  for (const [, text] of html.matchAll(STYLE)) dress(text!);
  sheet.querySelector('.card')!.classList.remove('card');
  holder.append(sheet);
  const close = sheet.querySelector<HTMLButtonElement>('.sheet-close')!;
  close.hidden = false;
  close.autofocus = true;
  close.addEventListener('click', () => holder.close());
  sheet.querySelector<HTMLInputElement>('[name=to]')!.value = location.pathname + location.search;
  document.body.append(holder);
  return holder;
}
