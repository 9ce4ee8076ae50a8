/**
 * Loads the widgets that were not ready when the page was sent, and refreshes all from time to time while the page is
 * visible. Both are ordinary pages; without this script a link leads to the same.
 */
const board = document.querySelector<HTMLElement>('[data-board]');
if (board) {
  const every = Number(board.dataset.refresh);
  for (const link of board.querySelectorAll<HTMLAnchorElement>('a[data-slow]')) void take(link.href);
  if (every > 0) setInterval(() => !document.hidden && void take(location.href), every * 1000);
  board.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-again]');
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    void take(link.href, true);
  });
}

async function take(address: string, asked = false): Promise<void> {
  const { pageText } = await import('#islands/page-text.ts');
  const html = await pageText(address, !asked);
  if (html === null) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  if (!asked) retell(page);
  for (const fresh of page.querySelectorAll<HTMLElement>('[data-widget]')) {
    const old = document.getElementById(fresh.id);
    // What has the focus or is being read is not replaced; a slow response is ignored.
    if (
      !old ||
      (!asked && old.contains(document.activeElement)) ||
      (fresh.dataset.state === 'slow' && old.dataset.state === 'ready')
    ) {
      if (!asked) old?.querySelector('[data-time]')?.removeAttribute('hidden');
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
