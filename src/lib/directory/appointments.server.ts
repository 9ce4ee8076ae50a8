import { requirePersonWithProof } from '#lib/access/session/step-up.server.ts';
import { headsAbove } from '#lib/approvals/resolve.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import type { Department } from './department.ts';

/** Somebody who may approve for a department, up to an amount in cents. */
export interface Approver {
  userId: string;
  limitCents: number;
}

export type Deciders = Pick<Department, 'headUserId' | 'deputyHeadId' | 'parentId'> & { approvers: Approver[] };

/**
 * A fault `own-appointment` at each entry by which people would give themselves the decisions of others: approving,
 * leading, being asked. Whoever decides who approves may do so.
 */
export function ownAppointments({ type, ability }: Actor, paths: readonly string[]): FieldError[] {
  if (type === 'system' || ability.can('ApprovalPolicy', 'update')) return [];
  return paths.map((path) => ({ path, code: 'own-appointment' }));
}

/** `ownAppointments` in a department; a higher limit is one too, taking oneself out is none. */
export async function ownAppointmentsIn(
  tx: Tx,
  actor: Actor,
  after: Deciders,
  before: Deciders | null,
): Promise<FieldError[]> {
  const me = actor.id;
  const had = before?.approvers.find(({ userId }) => userId === me)?.limitCents ?? 0;
  const paths = after.approvers.flatMap(({ userId, limitCents }, at) =>
    userId === me && limitCents > had ? [`approvers.${at}.${had > 0 ? 'limitCents' : 'userId'}`] : [],
  );
  if (after.headUserId === me && before?.headUserId !== me) paths.push('headUserId');
  if (after.deputyHeadId === me && ![before?.headUserId, before?.deputyHeadId].includes(me)) paths.push('deputyHeadId');
  if (before && after.parentId && after.parentId !== before.parentId) {
    const wasAbove = before.parentId ? await headsAbove(before.parentId, tx) : [];
    if (!wasAbove.includes(me) && (await headsAbove(after.parentId, tx)).includes(me)) paths.push('parentId');
  }
  return ownAppointments(actor, paths);
}

/**
 * Who decides in a department is changed only by a person who has proved their identity: its head, deputy, approvers
 * and the departments above it. A new one comes with its head.
 */
export function requireMayAppoint(actor: Actor, after: Deciders, before: Deciders | null): void {
  const first = { headUserId: after.headUserId, parentId: after.parentId, deputyHeadId: null, approvers: [] };
  if (deciders(after) !== deciders(before ?? first)) requirePersonWithProof(actor);
}

const deciders = ({ headUserId, deputyHeadId, parentId, approvers }: Deciders): string =>
  [headUserId, deputyHeadId, parentId, ...approvers.map(({ userId, limitCents }) => `${userId} ${limitCents}`).sort()]
    .map(String)
    .join();
