/** What the page of a document shows of its acts. Browser-safe. */
import type { AllowedAct } from './acts.server.ts';
import type { AnyDocument } from './document.ts';
import type { RelatedDocument } from './state/related.server.ts';

/** A document as its page must know it, of whatever kind. */
export interface ShownDocument extends Record<string, unknown> {
  id: string;
  version: number;
  status: string;
  number: string | null;
  revision: number;
  onHold: boolean;
  holdReason: string | null;
  createdAt: string;
  deletedAt: string | null;
  titles: Record<string, string>;
  allowedActions: readonly AllowedAct[];
  related: readonly RelatedDocument[];
}

/** Acts that are a form of their own. */
const FORMS: readonly string[] = ['edit', 'changeRevision'];
const DECISIONS: readonly string[] = ['approve', 'return', 'reject'];

/** Whether the act can be done now. */
export const allowedAct = (acts: readonly AllowedAct[], act: string): boolean =>
  acts.some((one) => one.act === act && one.allowed);

/** Whether the reader decides now. */
export const decidesNow = ({ allowedActions }: { allowedActions: readonly AllowedAct[] }): boolean =>
  allowedAct(allowedActions, 'approve');

/**
 * The acts of the card at the head, the important one last: what can be done now, a decision that something else
 * prevents for the moment, and what somebody else must do. Whoever has decided a step is not offered it again.
 */
export function mainActs(of: AnyDocument, acts: readonly AllowedAct[]): AllowedAct[] {
  const known = acts.filter(({ act }) => !FORMS.includes(act) && !of.acts[act]!.seldom);
  const shown = known.filter(
    ({ act, allowed, reason }) =>
      allowed || (DECISIONS.includes(act) && reason !== 'already-decided') || reason === 'separation-of-duties',
  );
  return shown.toSorted((a, b) => ORDER.indexOf(a.act) - ORDER.indexOf(b.act));
}

const ORDER = ['withdrawRevision', 'withdraw', 'reject', 'return', 'approve', 'submit', 'sendRevision'];

/** What is done less often, as far as it can be done now. */
export const secondaryActs = (of: AnyDocument, acts: readonly AllowedAct[]): AllowedAct[] =>
  acts.filter((one) => one.allowed && of.acts[one.act]!.seldom);

/** The form that changes the revision of a document in force. */
export const revisionPathOf = (of: AnyDocument, id: string): string => `${of.path}/${id}/revision`;

/** The form that changes a document. */
export const editPathOf = (of: AnyDocument, id: string): string => `${of.path}/${id}/edit`;
