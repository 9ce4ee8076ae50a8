/**
 * A record beside its list: what its page says of it, without its acts. Loaded at the first look. Arrows and j and k go on
 * to other rows, Enter opens the page.
 */
import { pageText } from '../page-text.ts';
import { showToast } from '../stores/toasts.ts';

/** What reacts on the page itself, and what belongs to it alone. */
const LEFT_OUT =
  'script, style, form, .field, input, dialog, button, astro-island, [popover], .timeline-card, .page-acts';
const ROW = '[data-row]';

export interface LookWords {
  open: string;
  close: string;
  /** Said when the page could not be read. */
  failed: string;
}

/** Shows the record of a row. */
export async function lookAt(row: HTMLElement, words: LookWords): Promise<void> {
  const link = row.querySelector<HTMLAnchorElement>('.record-link');
  if (!link) return;
  const parts = await recordAt(link.href);
  if (!parts) return void showToast(words.failed, 'error');
  const dialog = (document.getElementById('quick-look') as HTMLDialogElement | null) ?? made(words);
  dialog.querySelector('.look-parts')!.replaceChildren(...parts);
  dialog.querySelector<HTMLAnchorElement>('.look-open')!.href = link.href;
  dialog.scrollTop = 0;
  mark(row);
  dialog.onkeydown = (event) => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const next = by && neighbour(row, by);
    if (!next) return;
    event.preventDefault();
    void lookAt(next, words);
  };
  if (!dialog.open) dialog.showModal();
}

/** The head and the cards of a record's page; null when it could not be read. */
async function recordAt(address: string): Promise<Element[] | null> {
  const html = await pageText(address);
  if (!html) return null;
  const page = new DOMParser().parseFromString(html.replaceAll(/<style[^>]*>.*?<\/style>/gs, ''), 'text/html');
  for (const element of page.querySelectorAll(LEFT_OUT)) element.remove();
  for (const element of page.querySelectorAll('main [id]')) element.removeAttribute('id');
  const title = page.querySelector('main h1');
  if (title) {
    const heading = document.createElement('h2');
    heading.append(...title.childNodes);
    heading.id = 'quick-look-heading';
    title.replaceWith(heading);
  }
  return [...page.querySelectorAll('main .record-head-words, main .record-layout .card')];
}

function made({ open, close }: LookWords): HTMLDialogElement {
  const dialog = Object.assign(document.createElement('dialog'), {
    id: 'quick-look',
    className: 'drawer drawer-end quick-look',
    closedBy: 'any',
  });
  dialog.setAttribute('aria-labelledby', 'quick-look-heading');
  const head = Object.assign(document.createElement('div'), { className: 'drawer-head' });
  const link = Object.assign(document.createElement('a'), {
    className: 'btn btn-outline look-open',
    textContent: open,
    autofocus: true,
  });
  const closing = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn',
    textContent: close,
    onclick: () => dialog.close(),
  });
  head.append(link, closing);
  dialog.append(head, Object.assign(document.createElement('div'), { className: 'look-parts' }));
  document.body.append(dialog);
  return dialog;
}

function neighbour(row: Element, by: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  return rows[rows.indexOf(row as HTMLElement) + by];
}

function mark(row: Element): void {
  for (const other of document.querySelectorAll(`${ROW}[aria-selected]`)) other.removeAttribute('aria-selected');
  row.setAttribute('aria-selected', 'true');
  row.scrollIntoView({ block: 'nearest' });
}
