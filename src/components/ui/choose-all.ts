/**
 * The boxes of a list's rows (`.row-check` within `.selectable`): the box of all (`data-choose-all`) chooses every row and
 * shows whether all, some or none are chosen; Shift with a click chooses or leaves all rows since the box clicked before.
 */
let last: HTMLInputElement | null = null;

const boxesOf = (list: Element) => [...list.querySelectorAll<HTMLInputElement>('.row-check')];

document.addEventListener('click', ({ target, shiftKey }) => {
  const box = target as HTMLInputElement;
  const list = box.matches('.row-check') ? box.closest('.selectable') : null;
  if (!list) return;
  const boxes = boxesOf(list);
  const from = shiftKey && last ? boxes.indexOf(last) : -1;
  const to = boxes.indexOf(box);
  if (from >= 0) for (const one of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked;
  last = box;
});

document.addEventListener('change', ({ target }) => {
  const changed = target as HTMLInputElement;
  const list = changed.closest('.selectable');
  if (!list) return;
  if (changed.dataset['chooseAll'] !== undefined) for (const box of boxesOf(list)) box.checked = changed.checked;
  else if (changed.matches('.row-check')) showAll(list);
});

function showAll(list: Element): void {
  const boxes = boxesOf(list);
  const chosen = boxes.filter(({ checked }) => checked).length;
  for (const all of list.querySelectorAll<HTMLInputElement>('[data-choose-all]')) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
}

export {};
