import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { urgencyMarks } from '#lib/records/urgency.ts';
import type { Translate } from '#lib/values/languages.ts';
import { dateOf } from '#lib/values/time.ts';
import type { Mark } from '#lib/values/urgency.ts';
import type { InboxItem } from './inbox.server.ts';

type Marked = Pick<InboxItem, 'docType' | 'docStatus' | 'marking' | 'dueAt' | 'status'>;

/**
 * Why a decision presses: what the document says, that it is needed before the decision is due, and, where the place does
 * not tell it (`tellsDecision`), that the decision is late or due today.
 */
export function inboxMarks(item: Marked, t: Translate, tellsDecision = false): Mark[] {
  const { docType, docStatus, marking, dueAt, status } = item;
  const decideBy = status === 'pending' ? dateOf(dueAt) : undefined;
  return urgencyMarks(approvalKind(docType).of, { ...marking, status: docStatus }, t, { decideBy, tellsDecision });
}
