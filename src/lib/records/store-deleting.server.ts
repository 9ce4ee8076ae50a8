import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { ActOf, AnyEntity, TabOf } from './entity.ts';
import { notDeleted } from './columns.server.ts';
import { refuseHeld } from './state-refusals.server.ts';
import type { StoreOptions } from './store-reading.server.ts';
import type { Work, WriteOptions, WrittenRow, writesOf } from './store-writing.server.ts';
import type { ShownVersion } from './version.server.ts';

/** How a store deletes drafts and takes that back. */
export function deletingOf<E extends AnyEntity>(
  of: E,
  options: StoreOptions<ActOf<E>, TabOf<E>>,
  { locked, write, attempt, finish }: ReturnType<typeof writesOf<E>>,
) {
  type Row = WrittenRow<E>;

  return {
    /**
     * Deletes a draft that never had a number (409 `state-changed` for any other record): nobody finds it any more,
     * until it is restored. After thirty days it is gone for good (`purge`).
     */
    async remove(
      actor: Actor,
      seen: ShownVersion,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[] } = {},
    ): Promise<Row> {
      return attempt(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        if (!('deletedAt' in of.fields) || before.status !== of.statuses[0] || before['number'] !== null)
          throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
        await refuseHeld(before, tx);
        return turned(actor, before, instantNow(), work, more, tx);
      });
    },

    /** Restores a deleted record; 404 for one that was not deleted, or is permanently gone. */
    async restore(
      actor: Actor,
      seen: ShownVersion,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[] } = {},
    ): Promise<Row> {
      return attempt(more.tx, async (tx) => {
        const deleted = 'deletedAt' in of.fields ? sql<boolean>`not ${notDeleted(of)}` : sql<boolean>`false`;
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx, deleted);
        return turned(actor, before, null, work, more, tx);
      });
    },
  };

  async function turned(
    actor: Actor,
    before: Row,
    deletedAt: string | null,
    work: Work<Row> | undefined,
    more: WriteOptions,
    tx: Tx,
  ): Promise<Row> {
    const added = await work?.(before, tx, before);
    const row = await write(actor, before, { ...added, deletedAt }, tx);
    return finish(actor, deletedAt ? 'deleted' : 'restored', before, row, tx, more);
  }
}
