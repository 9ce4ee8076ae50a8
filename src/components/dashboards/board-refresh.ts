import { pageText } from '#islands/page-text.ts';

/** Puts the widgets of the page at this address in the places of those shown; `asked` for by the reader, or by itself. */
export async function refreshBoard(address: string, asked: boolean): Promise<void> {
  const html = await pageText(address, !asked);
  if (html === null) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const isWhole = page.querySelectorAll('[data-widget]').length === document.querySelectorAll('[data-widget]').length;
  if (isWhole) retell(page);
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-widget]')) {
    const old = document.getElementById(fresh.id);
    // What has the focus or is being read is not replaced; a slow response is ignored.
    if (
      !old ||
      (!asked && old.contains(document.activeElement)) ||
      (fresh.dataset.state === 'slow' && old.dataset.state === 'ready')
    ) {
      if (isWhole) old?.querySelector('[data-time]')?.removeAttribute('hidden');
      continue;
    }
    const open = old.querySelector('details')?.open;
    old.replaceWith(fresh);
    if (open) fresh.querySelector('details')!.open = true;
    if (asked) fresh.querySelector<HTMLElement>('h2')!.focus();
  }
}

/** The line below the heading says when the page was read; a widget that stays as it was says its own time then. */
function retell(page: Document): void {
  const [old, fresh] = [document, page].map((one) => one.querySelector('.page-head-words > p'));
  if (old && fresh) old.textContent = fresh.textContent;
}
