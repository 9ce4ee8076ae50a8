/** Duties that one person may not carry out together, and what the log keeps where they did (model of purchasing, 0.7). Browser-safe. */

/** The pairs that are kept apart today. Each has a business setting `duties.<pair>` that may relax it. */
export const DUTY_PAIRS = ['requester-approver', 'own-role'] as const;
export type DutyPair = (typeof DUTY_PAIRS)[number];

/** Whether a pair is kept apart, as its setting says. */
export const DUTY_STATES = ['kept-apart', 'relaxed'] as const;

/** An earlier duty of somebody who now comes to the other one of a pair. */
export interface EarlierDuty {
  pair: DutyPair;
  /** What they did or are: 'requester', 'creator', an act, 'concerned'; a key of locales `documents.did`. */
  did: string;
  /** ISO. */
  at: string;
}

/** One relaxed case, as the entry of the second act keeps it in `params.relaxed`: one person did both. */
export interface RelaxedDuty extends EarlierDuty {
  /** The second act. */
  act: string;
  personId: string;
  name: string;
  /** Why the setting lets it pass; null for whoever alone administers, for whom nobody else could do it. */
  reason: string | null;
}
