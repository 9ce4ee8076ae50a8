/** What a kind of document says of its revisions; everything else is the same for all (revising.server.ts). */
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Difference, Proposal } from './revision.ts';

/** What is a document's own in being amended. */
export interface OwnAmendment<R> {
  /** Whether this difference must be approved before it is issued. */
  needsApproval(difference: Difference, row: R): boolean;
  /** What decides who is asked, beside department, requester and the new net total. */
  asked?(tx: Tx, row: R, proposal: Proposal): Promise<Partial<Asked>>;
  /** Refuses what can no longer be: less than was received or billed (422). Asked at every change, and once more at the end. */
  check?(tx: Tx, row: R, difference: Difference): Promise<void>;
  /** What issuing does to others, in its transaction. */
  issued?(tx: Tx, actor: Actor, row: R, difference: Difference): Promise<void>;
}

/** The same with what writing the document gives (amended-by.server.ts). */
export interface AmendRules<R> extends OwnAmendment<R> {
  /** What the input would make of the document; every fault of it at once (422). */
  propose(tx: Tx, actor: Actor, row: R, input: Record<string, unknown>): Promise<Proposal>;
  /** Writes the input, whatever the status; lines keep their ids. */
  apply(
    actor: Actor,
    seen: ShownVersion,
    input: unknown,
    how: WriteOptions & { event: string; actions?: readonly string[]; values?: object },
  ): Promise<R>;
}
