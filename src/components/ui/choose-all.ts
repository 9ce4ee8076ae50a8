/**
 * The boxes of a list's rows (`.row-check` within `.selectable`): the box of all (`data-choose-all`) chooses every row and
 * shows whether all, some or none are chosen; Shift with a click chooses or leaves all rows since the box clicked before.
 */
let last: HTMLInputElement;

document.addEventListener('change', ({ target }) => {
  const changed = target as HTMLInputElement;
  const list = changed.closest('.selectable');
  const all = list?.querySelector<HTMLInputElement>('[data-choose-all]');
  if (!all) return;
  const boxes = [...list!.querySelectorAll<HTMLInputElement>('.row-check')];
  if (changed === all) for (const box of boxes) box.checked = all.checked;
  const chosen = boxes.filter(({ checked }) => checked).length;
  all.checked = chosen > 0 && chosen === boxes.length;
  all.indeterminate = chosen > 0 && !all.checked;
});

// Before the change, which counts what is chosen.
document.addEventListener('click', ({ target, shiftKey }) => {
  const box = target as HTMLInputElement;
  if (!box.matches('.row-check')) return;
  const boxes = [...box.closest('.selectable')!.querySelectorAll<HTMLInputElement>('.row-check')];
  const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)];
  if (shiftKey && from >= 0)
    for (const one of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked;
  last = box;
});

export {};
