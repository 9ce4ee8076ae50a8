import { openedFields } from '#lib/approvals/tasks.server.ts';
import { isOnForm } from '#lib/records/entity.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { Refusal, invalid, type FieldError } from '#lib/values/refusal.ts';
import type { AnyDocument } from './document.ts';
import type { RowOfDocument, StoreOf } from './life-rules.ts';

/** The faults of the opened fields with their resulting values. */
type Faults<R> = (tx: Tx, row: R, before: R, opened: readonly string[]) => Promise<FieldError[]>;

/**
 * Changes, while the document waits for the actor's own decision, what the step of the policy opens to whoever it asks
 * (model of purchasing, 0.6): nothing that approvers decide on, so what they were asked about stays as it is. 409
 * `state-changed` where nothing is opened to the actor, `not-opened-to-you` for another field.
 */
export function changeOpened<D extends AnyDocument>(
  { of, documents, faultsOf }: { of: D; documents: StoreOf<D>; faultsOf: Faults<RowOfDocument<D>> },
  actor: Actor,
  seen: ShownVersion,
  input: Record<string, unknown>,
  within?: Tx,
): Promise<RowOfDocument<D>> {
  const { show } = documents.options.rights;
  const work = async (tx: Tx): Promise<RowOfDocument<D>> => {
    const { status } = await documents.get(actor, seen.id, show, tx);
    const opened = isSignedIn(actor) ? await openedFields(actor, of.docType, seen.id, tx) : [];
    if (opened.length === 0) throw new Refusal('state-changed', 409, { params: { status } });
    const sent = Object.keys(input).filter((name) => isOnForm(of, name) || name === 'lines');
    if (sent.some((name) => !opened.includes(name))) throw new Refusal('not-opened-to-you', 409);
    const check = async (row: RowOfDocument<D>, own: Tx, before: RowOfDocument<D>) => {
      const faults = await faultsOf(own, row, before, opened);
      if (faults.length > 0) throw invalid(faults);
    };
    return documents.update(actor, seen, input, check, { tx, actions: show, fields: opened });
  };
  return inTransaction(within, work);
}
