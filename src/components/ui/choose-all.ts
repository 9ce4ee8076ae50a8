/** A box that chooses every row of its list: `data-choose-all` within `.selectable`, whose rows have `.row-check`. */
document.addEventListener('change', ({ target }) => {
  const all = target as HTMLInputElement;
  if (all.dataset['chooseAll'] === undefined) return;
  for (const box of all.closest('.selectable')!.querySelectorAll<HTMLInputElement>('.row-check'))
    box.checked = all.checked;
});

export {};
