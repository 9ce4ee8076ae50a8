/** The matrix: search, views, collapsible modules. What is changed in it is followed by islands/directory/matrix.ts. */
const table = document.querySelector<HTMLTableElement>('.matrix')!;
const rows = [...table.querySelectorAll<HTMLTableRowElement>('[data-subject]')];
const view = () => document.querySelector<HTMLInputElement>('[name=matrix-view]:checked')!.value;
const find = document.querySelector<HTMLInputElement>('[data-find]')!;

for (const body of table.tBodies) {
  const button = body.querySelector('button')!;
  button.addEventListener('click', () =>
    button.setAttribute('aria-expanded', String(!body.classList.toggle('is-closed'))),
  );
}
find.addEventListener('input', sift);
for (const choice of document.querySelectorAll('[name=matrix-view]')) choice.addEventListener('change', sift);

export {};

/** Hides what does not match the search and the view; a module with a match is expanded. */
function sift() {
  const words = find.value.trim().toLowerCase();
  const wanted = view();
  let hits = 0;
  for (const row of rows) {
    const isFound =
      words === '' ||
      row.textContent!.toLowerCase().includes(words) ||
      row.querySelector('th')!.title.toLowerCase().includes(words);
    const isWanted =
      wanted === 'all' ||
      row.querySelector(wanted === 'changed' ? '.is-added, .is-removed' : 'input:checked, [data-allowed]') !== null;
    row.hidden = !(isFound && isWanted);
    hits += row.hidden ? 0 : 1;
  }
  for (const body of table.tBodies) body.hidden = ![...body.rows].slice(1).some((row) => !row.hidden);
  table.classList.toggle('is-sifted', words !== '' || wanted !== 'all');
  document.querySelector<HTMLElement>('[data-none]')!.hidden = hits > 0;
}
