/** Keys of the inbox: j and k choose, a approves, r returns, o opens; a switch turns them off. A tap on a phone opens the record. */
const KEPT = 'inbox-keys';
const NARROW = matchMedia('(max-width: 980px)');
const shown = document.querySelector<HTMLElement>('[data-inbox-keys]');
const items = [...document.querySelectorAll<HTMLAnchorElement>('.inbox-item')];
const at = items.findIndex((item) => item.ariaCurrent !== null);

for (const item of items) {
  item.addEventListener('click', (event) => {
    if (!NARROW.matches || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    location.assign(item.dataset.open!);
  });
}

if (shown) {
  const button = shown.querySelector<HTMLButtonElement>('[data-switch]')!;
  const show = () => {
    const on = localStorage.getItem(KEPT) !== 'off';
    button.textContent = on ? shown.dataset.off! : shown.dataset.on!;
    button.ariaPressed = String(on);
    for (const key of shown.querySelectorAll<HTMLElement>('[data-key]')) key.hidden = !on;
  };
  button.hidden = false;
  button.onclick = () => {
    localStorage.setItem(KEPT, localStorage.getItem(KEPT) === 'off' ? 'on' : 'off');
    show();
  };
  show();
  document.addEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  const busy = (event.target as Element).closest('input, textarea, select, dialog, [popover]');
  if (busy || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem(KEPT) === 'off') return;
  const act = { j: () => move(1), k: () => move(-1), a: () => press('approve'), r: returnIt, o: open }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function move(by: number): void {
  items[Math.max(0, Math.min(items.length - 1, at + by))]?.click();
}

/** A return needs a comment: without one the key leads to where it is written. */
function returnIt(): void {
  const comment = document.querySelector<HTMLInputElement>('#comment');
  if (comment && comment.value.trim() === '') comment.focus();
  else press('return');
}

function press(act: string): void {
  document.querySelector<HTMLButtonElement>(`#decision [value=${act}]`)?.click();
}

function open(): void {
  if (items[at]) location.assign(items[at].dataset.open!);
}

export {};
