import { instantNow } from '#lib/values/time.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { rightsIn } from '../acts.server.ts';
import type { AnyDocument } from '../document.ts';
import { reasonFor, type Operation, type RowOfDocument, type StoreOf } from '../life-rules.ts';

/** Refuses what the actor may not do to the row, and notes in `params` what must be told of it. */
type Ask<R> = (act: string, actor: Actor, row: R, tx: Tx, params: Record<string, unknown>) => Promise<void>;

/** The acts that another takes back: hold ⇄ release, delete ⇄ restore (model of purchasing, 0.2). */
export function reversibleActs<D extends AnyDocument>(of: D, documents: StoreOf<D>, ask: Ask<RowOfDocument<D>>) {
  type Row = RowOfDocument<D>;

  /** A change of the document beside its statuses, by an act of its own. */
  const changed = (
    act: string,
    actor: Actor,
    seen: ShownVersion,
    within: Tx | undefined,
    values: (row: Row) => object,
    { params = {}, ...how }: { params?: Record<string, unknown>; whileHeld?: true } = {},
  ) =>
    documents.update(
      actor,
      seen,
      {},
      async (row: Row, tx: Tx) => {
        await ask(act, actor, row, tx, params);
        return values(row);
      },
      { ...how, tx: within, event: act, params, actions: rightsIn(of.acts[act]!.may) },
    ) as Promise<Row>;

  /** Freezes the acts and keeps the status; says why. */
  const hold: Operation<Row> = (actor, seen, input, within) => {
    const params = {};
    const values = (row: Row) => {
      const holdReason = reasonFor(of.acts['hold']!, row, input, params);
      return { onHold: true, holdReason, heldById: personId(actor), heldAt: instantNow() };
    };
    return changed('hold', actor, seen, within, values, { params });
  };

  const release: Operation<Row> = (actor, seen, _input, within) => {
    const values = () => ({ onHold: false, holdReason: null, heldById: null, heldAt: null });
    return changed('release', actor, seen, within, values, { whileHeld: true });
  };

  /** Of drafts without a number: nobody finds it any more; it is gone for good after thirty days. */
  const remove: Operation<Row> = (actor, seen, _input, within) => {
    const params = {};
    const work = (row: Row, tx: Tx) => ask('delete', actor, row, tx, params);
    const actions = rightsIn(of.acts['delete']!.may);
    return documents.remove(actor, seen, work, { tx: within, actions, params }) as Promise<Row>;
  };

  /** Takes the deletion back: it is the draft that it was. */
  const restore: Operation<Row> = (actor, seen, _input, within) => {
    const params = {};
    const work = (row: Row, tx: Tx) => ask('restore', actor, row, tx, params);
    const actions = rightsIn(of.acts['restore']!.may);
    return documents.restore(actor, seen, work, { tx: within, actions, params }) as Promise<Row>;
  };

  return { hold, release, delete: remove, restore };
}
