/**
 * Listens for the palette (Ctrl K, the search in the bar) and for single keys, nothing more: their actions are loaded
 * with the first of them. About half a kilobyte, because it is on every staff page.
 */
declare global {
  interface Window {
    /** What was pressed before its script was there, and the listeners that kept it (`components/shell/early-keys.ts`). */
    earlyKeys?: KeyboardEvent[] & {
      keep: (event: KeyboardEvent) => void;
      press: (event: MouseEvent) => void;
      pressed?: HTMLElement;
    };
  }
}

const TYPING = 'input:not([type=checkbox],[type=radio]),textarea,select,dialog,[popover],[contenteditable]';

/** Starts listening on this page, and answers what was pressed before this script was there. */
export function startKeys(): void {
  const { keys } = document.getElementById('palette')?.dataset ?? {};
  if (keys === undefined) return;
  // What is typed while the palette is loading; a line feed stands for Enter, which ends it.
  let typed: string | undefined;
  // What takes the letters that were typed after "/" before the script was there.
  let field: HTMLInputElement | null = null;
  // One import for all keys: browsers answer several of the same file in any order.
  let acts: Promise<typeof import('./key-acts.ts')> | undefined;
  const open = (event: Event) => {
    event.preventDefault();
    typed ??= '';
    import('./open-palette.tsx')
      .then(
        (palette) => palette.open(typed),
        // The page has said that it did not load.
        () => {},
      )
      .finally(() => (typed = undefined));
  };
  for (const opener of document.querySelectorAll('[data-palette]'))
    for (const kind of ['click', 'input']) opener.addEventListener(kind, open);
  const take = (event: KeyboardEvent) => {
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
    else if (typed !== undefined) typed += isLetter ? key : '\n';
    // An event that was kept is in no phase any more.
    else if (field && !event.eventPhase) {
      if (isLetter) field.value += key;
      else field.form?.requestSubmit();
    }
    // An element on top of the page takes the keys.
    else if (!keys || document.querySelector(':popover-open')) return;
    else if (key === '/') {
      field = document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]');
      if (!field) return open(event);
      event.preventDefault();
      field.focus();
      field.select();
    } else void (acts ??= import('./key-acts.ts')).then(({ press }) => press(event));
  };
  addEventListener('keydown', take);
  const { earlyKeys } = window;
  if (!earlyKeys) return;
  removeEventListener('keydown', earlyKeys.keep);
  earlyKeys.forEach(take);
}
