import { instantNow } from '#lib/values/time.ts';
import { notifyEnded, type Ended } from '#lib/approvals/approval-notices.server.ts';
import { withdrawApproval } from '#lib/approvals/approvals.server.ts';
import { issueNumber, voidNumber } from '#lib/numbering/numbering.server.ts';
import { watchersWhoMayOpen } from '#lib/on-records/watchers.server.ts';
import { recordKind } from '#lib/records/record-kinds.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyDocument } from '../document.ts';
import { dropOpenRevision } from '../revisions/revision-rows.server.ts';
import { reasonFor, type LifeRules, type Operation, type RowOfDocument } from '../life-rules.ts';

/** What a life lends its ends: how a row moves along a transition, and how the act is asked for with the row locked. */
export interface Moves<R> {
  transition(
    name: string,
    actor: Actor,
    seen: ShownVersion,
    work: ((row: R, tx: Tx) => Promise<object | void>) | undefined,
    more: WriteOptions & { unasked?: boolean },
  ): Promise<R>;
  ask(act: string, actor: Actor, row: R, tx: Tx, params: object): Promise<void>;
}

/**
 * The four ends of a document (model of purchasing, 0.2): cancelled before it has an effect, voided where it was issued
 * in error, reversed by an opposite document, closed where the rest is not needed; and a closed one opened again. Each
 * says why, but where the declaration asks for no reason (422 `reason-needed`).
 */
export function endsOf<D extends AnyDocument>(
  of: D,
  rules: LifeRules<RowOfDocument<D>>,
  { transition, ask }: Moves<RowOfDocument<D>>,
) {
  type Row = RowOfDocument<D>;
  type Work = (tx: Tx, actor: Actor, row: Row, reason: string | null) => Promise<object | void>;
  const { docType } = of;
  if (of.acts['reverse'] && !(rules.reversed && 'reversesId' in of.fields && 'reversal' in of.transitions))
    throw new Error(`${of.name} can be reversed: it needs rules.reversed, a field reversesId, a transition reversal`);

  const watchersOf = (actor: Actor, id: string) => watchersWhoMayOpen(actor, recordKind(of.name)!, id);
  /** What is said when it has ended, in the transaction; nothing of a cancelled one, which had no effect yet. */
  const told = (act: string, actor: Actor, params: Params, watchers: readonly string[]): WriteOptions => {
    const ended = ENDED[act];
    if (!ended) return {};
    return {
      after: (row: Row, tx: Tx) => {
        const document = { docType, docId: row.id, version: row.version, requesterId: row[of.requester] };
        return notifyEnded(tx, actor, document, ended, params.reason ?? null, watchers);
      },
    };
  };

  /** Moves it to the final status of the act's transition of the same name; stores the reason. */
  const ended =
    (act: string, work: Work): Operation<Row> =>
    async (actor, seen, input, within) => {
      const params: Params = {};
      const after = told(act, actor, params, await watchersOf(actor, seen.id));
      const end = async (row: Row, tx: Tx) => {
        await ask(act, actor, row, tx, params);
        const reason = reasonFor(of.acts[act]!, row, input, params);
        const ending = await endDocument(tx, actor, of, row, reason);
        return { ...(await work(tx, actor, row, reason)), ...ending };
      };
      return transition(act, actor, seen, end, { tx: within, params, ...after });
    };

  const cancel = ended('cancel', (tx, _actor, { id }) => withdrawApproval(tx, docType, id));

  /** Its number stays taken and is listed with the reason in the continuity check; its effects are undone. */
  const void_ = ended('void', async (tx, actor, row, reason) => {
    await withdrawApproval(tx, docType, row.id);
    const values = await rules.voided?.(tx, actor, row);
    await voidNumber(tx, docType, row.id, reason!);
    return values;
  });

  /**
   * Makes the opposite document, which names this one in `reversesId`. It takes effect at once, under a number of its
   * own.
   */
  const reverse = ended('reverse', async (tx, actor, row, reason) => {
    const said = { event: 'reversal', params: { of: row['number'], reason } };
    const opposite = await rules.reversed!(tx, actor, row, { tx, ...said, values: { reversesId: row.id } });
    if (opposite['reversesId'] !== row.id) throw new Error(`The opposite of a ${of.name} names what it reverses`);
    const numbered = async (made: Row) => ({
      submittedAt: instantNow(),
      number: await issueNumber(tx, docType, made[of.scope!.businessEntity!], made.id),
    });
    await transition('reversal', actor, opposite, numbered, { tx, unasked: true, event: 'take-effect' });
  });

  const close = ended('close', async (tx, actor, row) => rules.closed?.(tx, actor, row));

  const reopen: Operation<Row> = async (actor, seen, _input, within) => {
    const params: Params = {};
    const after = told('reopen', actor, params, await watchersOf(actor, seen.id));
    const open = async (row: Row, tx: Tx) => {
      await ask('reopen', actor, row, tx, params);
      return { ...(await rules.reopened?.(tx, actor, row)), endedReason: null };
    };
    return transition('reopen', actor, seen, open, { tx: within, params, ...after });
  };

  return { cancel, void: void_, reverse, close, reopen };
}

/** What ends a document for good: its open revision ends with it. Gives the columns of its end. */
export async function endDocument(
  tx: Tx,
  actor: Actor,
  of: AnyDocument,
  { id }: { id: string },
  reason: string | null,
): Promise<{ endedReason: string | null }> {
  await dropOpenRevision(tx, actor, of, id);
  return { endedReason: reason };
}

/** What the entry of an end says. */
type Params = { reason?: string };

/** Acts that people are notified of, by what the document is then. */
const ENDED: Partial<Record<string, Ended>> = {
  void: 'voided',
  reverse: 'reversed',
  close: 'closed',
  reopen: 'reopened',
};
