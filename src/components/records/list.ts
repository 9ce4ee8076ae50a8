/** Keys and small comforts of a list; without them it works the same, by links and buttons. */
const list = document.querySelector<HTMLElement>('[data-record-list]');
const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
let at = -1;

list?.addEventListener('click', (event) => {
  const head = (event.target as Element).closest<HTMLAnchorElement>('a[data-also]');
  if (!head || !event.shiftKey) return;
  event.preventDefault();
  location.assign(head.dataset.also!);
});

list?.addEventListener('change', ({ target }) => {
  const all = target as HTMLInputElement;
  if (all.dataset.chooseAll === undefined) return;
  for (const box of boxes()) box.checked = all.checked;
});

// An address without empty entries can be read and passed on.
for (const form of document.querySelectorAll<HTMLFormElement>('[data-list-tools]')) {
  form.addEventListener('submit', () => {
    const empty = [...form.elements].filter((control) => (control as HTMLInputElement).value === '') as HTMLInputElement[];
    for (const control of empty) control.disabled = true;
    setTimeout(() => empty.forEach((control) => (control.disabled = false)));
  });
}

if (list) document.addEventListener('keydown', onKey);

function onKey(event: KeyboardEvent) {
  const busy = (event.target as Element).closest('input:not([type=checkbox]), textarea, select, dialog, [popover], [contenteditable]');
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { '/': search, j: () => move(1), k: () => move(-1), x: choose, Enter: open }[event.key];
  if (act && act(event.target as Element) !== false) event.preventDefault();
}

function search() {
  list!.querySelector<HTMLInputElement>('[type=search]')?.focus();
}

function move(by: number) {
  rows[at]?.removeAttribute('aria-selected');
  at = Math.max(0, Math.min(rows.length - 1, at + by));
  rows[at]?.setAttribute('aria-selected', 'true');
  rows[at]?.scrollIntoView({ block: 'nearest' });
}

function choose() {
  const box = rows[at]?.querySelector<HTMLInputElement>('.row-check');
  if (box) box.checked = !box.checked;
}

function open(target: Element): boolean {
  const link = rows[at]?.querySelector<HTMLAnchorElement>('.record-link');
  if (!link || target.closest('a, button')) return false;
  link.click();
  return true;
}

function boxes() {
  return list!.querySelectorAll<HTMLInputElement>('.row-check');
}
