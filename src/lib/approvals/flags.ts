/** What approvals know of documents. Browser-safe. */

/** What a document can carry that raises its approval or adds steps to it (model of purchasing, 0.6 and 1.2). */
export const FLAGS = ['unbudgeted', 'single-quotation', 'new-vendor', 'after-the-fact', 'emergency', 'split'] as const;
export type ApprovalFlag = (typeof FLAGS)[number];

/** These take the next tier up of the same scope. */
export const RAISING: readonly ApprovalFlag[] = ['emergency', 'after-the-fact'];
