/**
 * The bell's script comes with the first sign of a person, or when it is due to poll: what the page shows is from just
 * now. A record that may be news is marked as read at once.
 */

/** Milliseconds between two polls. */
const EVERY_MS = 60_000;
const RECORD = /\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\//;
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

export function startBell(): void {
  const button = document.getElementById('bell-button');
  if (!button) return;
  const mayBeNews = Number(button.dataset.unread) > 0 && RECORD.test(location.pathname);
  const begin = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) removeEventListener(sign, begin);
    void import('./bell.ts').then(({ watchBell }) => watchBell(EVERY_MS, mayBeNews));
  };
  const timer = setTimeout(begin, EVERY_MS);
  for (const sign of SIGNS) addEventListener(sign, begin, { passive: true });
  if (mayBeNews) begin();
}
