/**
 * Actions of single keys. A key clicks the element that declares it (`aria-keyshortcuts`). Rows of lists and of the
 * inbox have `data-row`, pages of the menu `data-go`.
 */
const GO_MS = 1_500;
const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
let at = chosen();
let goUntil = 0;

// A page restored by "back" shows its previous state.
addEventListener('pagehide', () => (at = chosen()));

function chosen(): number {
  return rows.findIndex((row) => row.ariaCurrent !== null || row.ariaSelected !== null);
}

export function press(event: KeyboardEvent): void {
  // A look at a record marks rows too.
  if (!(rows[0] instanceof HTMLAnchorElement)) at = chosen();
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
  if (event.timeStamp < goUntil) return go(key);
  if (key === 'g') goUntil = event.timeStamp + GO_MS;
  else if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else if (key === 'x') choose();
  else if (key === 'v') rows[at]?.querySelector<HTMLButtonElement>('[data-look]')?.click();
  else if (key === 'Enter') openRow(event.target as Element);
  else if (key === '?') showSheet(event);
  // A key that is held down counts once: it would decide the next one, too, which nobody has seen.
  else if (!event.repeat) reach(key);
}

function go(key: string): void {
  goUntil = 0;
  document.querySelector<HTMLAnchorElement>(`[data-go="${CSS.escape(key)}"]`)?.click();
}

/**
 * In the inbox the selected one is shown beside the list, so selecting is a navigation; elsewhere the row is marked.
 */
function move(by: number): void {
  const next = Math.max(0, Math.min(rows.length - 1, at + by));
  if (next === at || !rows[next]) return;
  const left = rows[at];
  at = next;
  if (rows[at] instanceof HTMLAnchorElement) return rows[at]!.click();
  left?.removeAttribute('aria-selected');
  rows[at]!.setAttribute('aria-selected', 'true');
  rows[at]!.scrollIntoView({ block: 'nearest' });
}

/** A click, so that listeners for the selection of rows are called. */
function choose(): void {
  rows[at]?.querySelector<HTMLInputElement>('.row-check')?.click();
}

function openRow(target: Element): void {
  if (!target.closest('a, button, summary, label')) rows[at]?.querySelector<HTMLAnchorElement>('.record-link')?.click();
}

function reach(key: string): void {
  const named = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`)];
  const found = named.find((one) => one.checkVisibility() && !one.matches(':disabled'));
  // When text must be entered first, the key focuses it.
  const first = document.getElementById(found?.dataset.first ?? '') as HTMLInputElement | null;
  if (first?.value.trim() === '') first.focus();
  else found?.click();
}

function showSheet(event: Event): void {
  event.preventDefault();
  void import('./key-sheet.ts').then((sheet) => sheet.show());
}
