import type { BulkAct } from '#lib/records/list/list-page.server.ts';
import type { IconName } from '#lib/values/icons.ts';
import type { AnyDocument } from '../document.ts';
import type { Life } from '../life.server.ts';

const ICONS: Record<string, IconName> = { withdraw: 'undo-2', cancel: 'ban', delete: 'trash-2', restore: 'undo-2' };

/** Acts of a document that a list offers for several rows, each asked for itself; what takes a deletion back comes with it. */
export function bulkActsOf<D extends AnyDocument>(life: Life<D>, acts: readonly string[]): Record<string, BulkAct> {
  const act = (name: string): BulkAct => {
    const run = life.operation(name);
    return { run: (actor, seen) => run(actor, seen), ...(ICONS[name] && { icon: ICONS[name] }) };
  };
  const named = Object.fromEntries(acts.map((name) => [name, act(name)]));
  if (!acts.includes('delete')) return named;
  return {
    ...named,
    delete: { ...act('delete'), inverse: 'restore' },
    restore: { ...act('restore'), onDeleted: true },
  };
}
