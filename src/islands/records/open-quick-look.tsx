/** The look at a record beside its list, loaded when it is first asked for (at-hand.ts). */
import { atom } from 'nanostores';
import { createRoot, type Root } from 'react-dom/client';
import { QuickLook, type LookWords } from './QuickLook.tsx';

const $row = atom<HTMLElement | null>(null);
let root: Root | undefined;

/** Shows the record of a row. */
export function openQuickLook(row: HTMLElement, words: LookWords): void {
  if (!row.querySelector('.record-link')) return;
  $row.set(row);
  if (root) return;
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(<QuickLook $row={$row} words={words} onRow={(next) => $row.set(next)} />);
}
