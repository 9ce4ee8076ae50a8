/**
 * Listens for the palette (Ctrl K, the search in the bar) and for single keys, nothing more: their actions are loaded
 * with the first of them. About half a kilobyte, because it is on every staff page.
 */
import { SEARCH_PATH } from '#lib/access/first-paths.ts';
const TYPING = 'input:not([type=checkbox],[type=radio]),textarea,select,dialog,[popover],[contenteditable]';

export function startKeys(): void {
  const { keys } = document.getElementById('palette')?.dataset ?? {};
  if (keys === undefined) return;
  // What is typed while the palette is loading.
  let typed: string | undefined;
  const open = (event: Event) => {
    event.preventDefault();
    typed ??= '';
    import('./palette.ts')
      .then(
        (palette) => palette.open(typed),
        () => location.assign(SEARCH_PATH),
      )
      .finally(() => (typed = undefined));
  };
  for (const opener of document.querySelectorAll('[data-palette]'))
    for (const kind of ['click', 'input']) opener.addEventListener(kind, open);
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isLetter = !key[1];
    if (isCommand && key === 'k') open(event);
    else if (
      isCommand ||
      event.altKey ||
      event.isComposing ||
      !(isLetter || key === 'Enter') ||
      (target as Element).closest(TYPING)
    )
      return;
    else if (typed !== undefined) typed += isLetter ? key : '';
    // An element on top of the page takes the keys.
    else if (!keys || document.querySelector(':popover-open')) return;
    else if (key === '/') {
      const field = document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]');
      if (!field) return open(event);
      event.preventDefault();
      field.focus();
      field.select();
    } else void import('./key-acts.ts').then(({ press }) => press(event));
  });
}
