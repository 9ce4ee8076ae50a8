/**
 * What a press within a list does at once, loaded with the first of them: a look at a record, the change of a cell, a further
 * order of the rows, the order of the columns.
 */
import { orderColumns } from './column-order.ts';
import type { LookWords } from './QuickLook.tsx';

/** Does what a button or link of a list stands for; only the change of a cell and the look at a record need React. */
export async function begin(pressed: HTMLElement): Promise<void> {
  const { change, also } = pressed.dataset;
  if (change) {
    const { openCellChange } = await import('./open-cell-change.tsx');
    return openCellChange(pressed, change);
  }
  if (also) return location.assign(also);
  if (pressed.hasAttribute('popovertarget')) return orderColumns(document.querySelector('.column-list')!);
  const { lookWords } = pressed.closest<HTMLElement>('[data-look-words]')!.dataset;
  const { openQuickLook } = await import('./open-quick-look.tsx');
  return openQuickLook(pressed.closest<HTMLElement>('[data-row]')!, JSON.parse(lookWords!) as LookWords);
}
