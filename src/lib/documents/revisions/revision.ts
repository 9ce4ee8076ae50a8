/**
 * A document in force is revised by its difference (model of purchasing, 1.6 amendment): the stored revision.
 * Browser-safe.
 */

export type RevisionStatus = 'draft' | 'pending-approval' | 'issued' | 'dropped';

export interface RevisionRow {
  id: string;
  docType: string;
  docId: string;
  /** The number that the document has once it is issued. */
  revision: number;
  reason: string;
  /** Every field of the form, what approvers decide on, and the lines with their ids: before and after. */
  before: unknown;
  proposed: unknown;
  /** What was entered: fields that are changed, and all lines where any is. */
  after: Record<string, unknown>;
  /** How much the net total rises, in cents. */
  deltaNetCents: number;
  /** The amount by which the document would be named, in cents. */
  amountCents: number | null;
  status: RevisionStatus;
  createdAt: string;
  createdBy: string | null;
  endedAt: string | null;
  endedBy: string | null;
}

/** What a revision would change, for the rule that says whether it needs an approval. */
export interface Difference {
  /** Fields of the form that change. */
  fields: readonly string[];
  /** Whether any line is changed, added or removed. */
  lines: boolean;
  /** How much the net total rises, in cents. */
  deltaNetCents: number;
  before: Record<string, any>;
  after: Record<string, any>;
}

/** What an input would make of a document. */
export interface Proposal {
  difference: Difference;
  netCents: number;
  amountCents: number | null;
}

/** Whether anything differs at all. */
export const isChange = ({ fields, lines }: Pick<Difference, 'fields' | 'lines'>): boolean =>
  lines || fields.length > 0;
