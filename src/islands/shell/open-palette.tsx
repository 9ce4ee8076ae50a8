/** The command palette: its dialog, and what opens it. Loaded at its first use (keys.ts). */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { searchPath } from '#lib/records/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { Palette } from './Palette.tsx';
import { actsOfPage, languages, looks, pagesOfMenu } from './palette-commands.ts';
import type { Offered } from './palette-sections.ts';
import css from './palette.css?inline';

const { words: texts } = document.getElementById('palette')!.dataset;
const words = JSON.parse(texts!) as Record<string, string>;
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
const root = createRoot(document.body.appendChild(document.createElement('div')));

/** What can be created, and the saved views: asked for once in the life of a page. */
let offering: Promise<Offered | undefined> | undefined;
let isOpen = false;

/** Opens it with what was typed already: while it was loading (up to an Enter, a line feed), or in the bar's field. */
export function open(given = ''): void {
  if (isOpen) return;
  isOpen = true;
  const [typed = '', ...entered] = given.split('\n');
  const field = document.querySelector<HTMLInputElement>('.bar-search input');
  const q = (field?.value ?? '') + typed;
  if (field) field.value = '';
  const close = () => {
    isOpen = false;
    root.render(null);
  };
  offering ??= api<Offered>(callOf(searchPath.commands)).catch(() => (offering = undefined));
  // The next key belongs to its field already.
  flushSync(() =>
    root.render(
      <Palette
        words={words}
        typed={q}
        isEntered={entered.length > 0}
        acts={actsOfPage(words.page!)}
        commands={[...pagesOfMenu(words.go!), ...looks(words), ...languages(words.look!)]}
        offering={offering!}
        onClose={close}
      />,
    ),
  );
}
