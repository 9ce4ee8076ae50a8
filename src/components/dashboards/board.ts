/**
 * Loads the widgets that were not ready when the page was sent, and refreshes all from time to time while the page is
 * visible. Both are ordinary pages; without this script a link leads to the same.
 */
const take = async (address: string, asked = false): Promise<void> =>
  (await import('./board-refresh.ts')).refreshBoard(address, asked);

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
