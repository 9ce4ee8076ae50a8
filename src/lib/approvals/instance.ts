/** The approval of a document as it runs, and its tasks: the rows, browser-safe. */
import type { Apart, Reason, Step } from './policy/policy-choice.ts';

export type Decision = 'approved' | 'returned' | 'rejected';
export type InstanceStatus = 'running' | 'approved' | 'returned' | 'rejected' | 'withdrawn' | 'superseded';
export type TaskStatus = 'pending' | 'approved' | 'returned' | 'rejected' | 'skipped' | 'reassigned' | 'cancelled';

/** The approval of a document from its start to its end, with the steps that its policy had then. */
export interface Instance {
  id: string;
  docType: string;
  docId: string;
  revision: number;
  policyId: string;
  policyVersion: number;
  requesterId: string;
  senderId: string | null;
  apart: Apart[];
  departmentId: string;
  netCents: number;
  /** What the document carried when it was sent. */
  flags: string[];
  reasons: Reason[];
  steps: Step[];
  currentSeq: number;
  snapshot: unknown;
  snapshotHash: string;
  status: InstanceStatus;
  startedAt: string;
  endedAt: string | null;
}

/** One person asked in one step. */
export interface Task {
  id: string;
  instanceId: string;
  docType: string;
  docId: string;
  seq: number;
  assigneeId: string;
  onBehalfOf: string | null;
  /** The person whose place in the step this is: oneself, except for a delegate or after an escalation. */
  placeOf: string;
  delegationId: string | null;
  rule: string;
  note: string | null;
  status: TaskStatus;
  comment: string | null;
  openedAt: string;
  dueAt: string;
  decidedAt: string | null;
  channel: 'web' | 'mail' | null;
  ip: string | null;
}
