import type { Picture } from '#lib/process/typst/picture.ts';

/** How far a document is, as its print says it: everything after the last approval is approved. */
export type PrintState = 'draft' | 'pending' | 'approved' | 'rejected' | EndedState;

/** States of what was issued and is of no effect any more: its print is shown with that written across. */
export const ENDED_STATES = ['cancelled', 'voided', 'reversed'] as const;

export type EndedState = (typeof ENDED_STATES)[number];

export const isEnded = (state: PrintState): state is EndedState =>
  (ENDED_STATES as readonly PrintState[]).includes(state);

const states: Record<string, PrintState> = {
  draft: 'draft',
  returned: 'draft',
  'pending-approval': 'pending',
  rejected: 'rejected',
  cancelled: 'cancelled',
  voided: 'voided',
  reversed: 'reversed',
};

/**
 * How the print of a document in this status is shown; `own` names statuses that mean something else than they usually
 * do.
 */
export function printStateOf(status: string, own: Readonly<Record<string, PrintState>> = {}): PrintState {
  return own[status] ?? states[status] ?? 'approved';
}

/**
 * What every print says of its document, before any language: stored with each version beside what the document's own
 * reader adds, so that it can be shown again. Dates 'YYYY-MM-DD', instants ISO.
 */
export interface PrintHead {
  /** Null until the document has one. */
  number: string | null;
  revision: number;
  state: PrintState;
  /** The day it was sent, or begun. */
  date: string;
  entity: PrintedEntity;
  approvals: PrintedApproval[];
}

export interface PrintedEntity {
  name: string;
  nameChinese: string | null;
  uen: string;
  gstNo: string | null;
  addressLines: string[];
  printFooter: string | null;
  /** Versions that were stored before there were logos have none. */
  logo?: Omit<Picture, 'alt'> | null;
}

export interface PrintedApproval {
  userId: string;
  name: string;
  jobTitle: string | null;
  /** The person decided for, where it was delegated: name and job title. */
  onBehalfOf: string | null;
  at: string;
  signature: Omit<Picture, 'alt'> | null;
}
