import type { Decision } from '#lib/approvals/instance.ts';
import type { ActOf } from '#lib/records/entity.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { requireAct } from './acts.server.ts';
import { decidingOf } from './operations/deciding.server.ts';
import type { AnyDocument } from './document.ts';
import { endsOf } from './operations/ends.server.ts';
import { movesOf, requireOperations } from './operations/moves.server.ts';
import { sendingOf } from './operations/sending.server.ts';
import type { LifeRules, Operation, RowOfDocument, StoreOf } from './life-rules.ts';
import { revisingOf } from './revisions/revising.server.ts';
import { reversibleActs } from './undo/reversible-acts.server.ts';

export type Life<D extends AnyDocument, M extends object = any> = ReturnType<typeof lifeOf<D, M>>;

/**
 * The life of one kind of document: sending, deciding, taking back, ending, holding, deleting drafts (model of
 * purchasing, 0.2 and 0.6). Every operation asks the right and the state itself, writes its log entry and numbers in one
 * transaction, and notifies whoever is concerned. 403 `not-your-request`, 404, 409 with what has happened meanwhile, 422.
 */
export function lifeOf<D extends AnyDocument, M extends object = object>(
  of: D,
  documents: StoreOf<D>,
  rules: LifeRules<RowOfDocument<D>, M>,
) {
  type Row = RowOfDocument<D>;
  const transition = (
    name: string,
    actor: Actor,
    seen: ShownVersion,
    work: ((row: Row, tx: Tx) => Promise<object | void>) | undefined,
    more: WriteOptions & { unasked?: boolean },
  ) => documents.transition(actor, name as ActOf<D>, seen, work, more) as Promise<Row>;
  /** Asks the act with the row locked; what the entry must keep of relaxed duties comes to its params. */
  const ask = async (act: string, actor: Actor, row: Row, tx: Tx, params: object): Promise<void> => {
    Object.assign(params, await requireAct(actor, of, act, row, tx));
  };

  const sending = sendingOf(of, documents, rules, { transition, ask });
  const decided = decidingOf(of, documents, rules, { transition });
  const reversible = reversibleActs(of, documents, ask);
  const ends = endsOf(of, rules, { transition, ask });
  const revising = rules.amend && revisingOf(of, documents, rules.amend);
  /** On the document, or on the revision of it that waits. */
  const decides = (decision: Decision) => revising?.decided(decision, decided(decision)) ?? decided(decision);
  const decisions = { approve: decides('approved'), return: decides('returned'), reject: decides('rejected') };

  const known: Record<string, Operation<Row>> = {
    ...sending,
    ...decisions,
    ...revising?.acts,
    ...ends,
    ...reversible,
    ...(rules.change && {
      change: (actor: Actor, seen: ShownVersion, input: unknown) =>
        rules.change!(actor, seen, input as Record<string, unknown>),
    }),
    ...(rules.copy && { copy: (actor: Actor, { id }: ShownVersion) => rules.copy!(actor, id) }),
  };
  const operations = { ...movesOf(of, rules, known, { transition, ask }), ...known };
  requireOperations(of, operations);

  return {
    of,
    documents,
    rules,
    ...sending,
    ...decisions,
    ...ends,
    ...reversible,
    /** The operation of an act; 422 `unknown-act` for a name that is none of this document's. */
    operation(act: string): Operation<Row> {
      if (!Object.hasOwn(operations, act) || !(act in of.acts || act === 'change'))
        throw new Refusal('unknown-act', 422);
      return operations[act]!;
    },
  };
}
