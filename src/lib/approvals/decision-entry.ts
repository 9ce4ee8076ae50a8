/** A decision in the life of its document and in the document's log, for every kind alike. */
import type { Actor } from '#lib/values/actor.ts';
import type { Instance, Task } from './instance.ts';
import { DECISION_MAX } from '#lib/values/constants.ts';
import { wordsOrNull } from '#lib/values/entry-schemas.ts';

/** The transition of the document by which a decision is written; the last yes is followed by `approve`. */
export const DECISION_ACTS = { approved: 'approveStep', returned: 'return', rejected: 'reject' } as const;

/** The act of a document by which somebody decides so. */
export const DECIDED_BY = { approved: 'approve', returned: 'return', rejected: 'reject' } as const;

/** The log's events of the three. */
export const DECISION_EVENTS = { approved: 'approve-step', returned: 'return', rejected: 'reject' } as const;

/** What somebody says with a decision; null for nothing. */
export const commentSchema = wordsOrNull(DECISION_MAX);

/** Which step of how many it was, and by which way where not on the page: for the log's sentence. */
export function stepParams({ channel }: Actor, { steps }: Instance, { seq }: Task): Record<string, unknown> {
  return { ...(channel && { channel }), step: steps.findIndex((step) => step.seq === seq) + 1, of: steps.length };
}
