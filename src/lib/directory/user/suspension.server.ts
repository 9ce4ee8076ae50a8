import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { userPath } from './paths.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { administrators, requireRemainingAdministrator } from '#lib/access/account/administrators.server.ts';
import { SET_PASSWORD } from '#lib/access/account/password-reset.server.ts';
import { revokeTokens } from '#lib/access/tokens/public-tokens.server.ts';
import { endSessionsOf } from '#lib/access/session/sign-out.server.ts';
import { endDelegationsOf } from '#lib/approvals/delegation/delegation.server.ts';
import { reassignTasksOf } from '#lib/approvals/reassign.server.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { today } from '#lib/values/time.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { reassignOpenDocuments } from '#lib/documents/ownership/open-documents.server.ts';
import { replaceHead } from '#lib/directory/department.server.ts';
import { notActive } from '#lib/directory/people.server.ts';
import { clientsOf, openDocumentsOf } from './belongings.server.ts';
import { users } from './user.server.ts';
import { user, type User } from './user.ts';
import { REASON_MAX } from '#lib/values/constants.ts';

/** What happened to the work of somebody who can no longer do it. */
export interface ReassignedWork {
  sessionsEnded: number;
  /** Pending decisions that somebody else is asked for now. */
  movedTasks: number;
  /** Who is asked now, and for how many; a decision whose step others can still make is reassigned to nobody. */
  movedTo: { name: string; count: number }[];
  /** Departments this person heads or is deputy of: they need somebody else. */
  departments: { id: string; name: string }[];
  /** Departments with a new head. */
  newHeadOf: string[];
  /** App clients of this person, which no longer work; visible to those who may see them. */
  clients: string[];
  /** Documents reassigned to the successor. */
  reassigned: number;
  /** Documents the person still owns. */
  openDocuments: number;
}

const somebody = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  z.uuid('not-a-choice').nullable(),
);
/** Who takes over the person's documents, and who heads the departments from now on. */
const inPlace = { successorId: somebody, headId: somebody };
type InPlace = { successorId: string | null; headId: string | null };
const leavingSchema = z.object(inPlace);
const reviewSchema = z.object({ rightsReviewed: ticked.pipe(z.literal(true, 'required')) });
const reasonSchema = z.object({
  ...inPlace,
  reason: z.string('required').trim().min(1, 'required').max(REASON_MAX, 'too-long'),
});

/**
 * Suspends a person with a reason: ends every session, invalidates links in mails, asks somebody else for every pending
 * decision, and reassigns documents to a successor and departments to a new head, where given, in one transaction. 409
 * `not-yourself`, `last-administrator`.
 */
export async function suspendUser(
  actor: Actor,
  seen: ShownVersion,
  input: unknown,
  within?: Tx,
): Promise<User & ReassignedWork> {
  const { reason, ...given } = parse(reasonSchema, input);
  return takeOut(actor, seen, 'suspend', { reason }, given, within);
}

/** Deactivates a person who has left: like suspending, but final. The name stays in the history. */
export async function deactivateUser(
  actor: Actor,
  seen: ShownVersion,
  input: unknown = {},
  within?: Tx,
): Promise<User & ReassignedWork> {
  return takeOut(actor, seen, 'deactivate', {}, parse(leavingSchema, input), within);
}

/**
 * Reactivates a suspended person with their current roles: the actor confirms having reviewed them (422 at
 * `rightsReviewed`). Sessions ended by the suspension stay ended.
 */
export async function reactivateUser(actor: Actor, seen: ShownVersion, input: unknown): Promise<User> {
  parse(reviewSchema, input);
  return users.transition(
    actor,
    'reactivate',
    seen,
    async ({ id }, tx) => void (await endSessionsOf(tx, id, 'suspended')),
  );
}

async function takeOut(
  actor: Actor,
  seen: ShownVersion,
  act: 'suspend' | 'deactivate',
  params: Record<string, unknown>,
  { successorId, headId }: InPlace,
  within?: Tx,
): Promise<User & ReassignedWork> {
  requireStepUpOfPeople(actor);
  const done: { work?: ReassignedWork } = {};
  const row = await users.transition(
    actor,
    act,
    seen,
    async (before, tx) => {
      if (before.id === personId(actor)) throw new Refusal('not-yourself', 409);
      // Written before the store does, so that no rule below counts this person as active.
      const left = {
        status: user.transitions[act].to,
        ...(act === 'deactivate' && { deactivatedAt: new Date().toISOString() }),
      };
      await requireRemainingAdministrator(tx, () =>
        tx.updateTable('users').set(left).where('id', '=', before.id).execute(),
      );
      // Before decisions are reassigned: those addressed to the head go to the new one.
      const newHeadOf = headId ? await nameHead(tx, actor, before.id, headId) : [];
      done.work = { ...(await reassignWork(tx, actor, before.id)), newHeadOf };
      if (successorId) done.work.reassigned = await reassignDocumentsTo(tx, actor, before.id, successorId);
      const { sessionsEnded, movedTasks, movedTo, reassigned } = done.work;
      Object.assign(params, {
        ...(newHeadOf.length > 0 && { newHeadOf: newHeadOf.join(', ') }),
        sessionsEnded,
        movedTasks,
        movedTo: movedTo.map(({ name, count }) => `${name}: ${count}`).join(', ') || '0',
        reassigned,
      });
      if (act === 'deactivate')
        await mailPerson(tx, before, 'deactivate-account', { username: before.username, on: today() });
      if (movedTasks > 0) await notifyAdministrators(tx, actor, before, done.work);
      return left;
    },
    { tx: within, params },
  );
  return { ...row, ...done.work!, openDocuments: await openDocumentsOf(row.id, within) };
}

async function reassignWork(tx: Tx, actor: Actor, userId: string): Promise<ReassignedWork> {
  await revokeTokens(tx, SET_PASSWORD, userId);
  const sessionsEnded = await endSessionsOf(tx, userId, 'suspended');
  const { rows: departments } = await sql<{ id: string; name: string }>`
    select id, name from departments where status = 'active' and (head_user_id = ${userId} or deputy_head_id = ${userId}) order by name`.execute(
    tx,
  );
  const { rows: open } = await sql<{
    id: string;
  }>`select id from approval_tasks where assignee_id = ${userId} and status = 'pending'`.execute(tx);
  await endDelegationsOf(tx, actor, userId);
  const movedTasks = await reassignTasksOf(tx, actor, userId);
  const clients = actor.ability.can('AppClient', 'read') ? await clientsOf(userId, tx) : [];
  return {
    sessionsEnded,
    movedTasks,
    movedTo: await successors(
      tx,
      open.map(({ id }) => id),
    ),
    departments,
    newHeadOf: [],
    clients,
    reassigned: 0,
    openDocuments: 0,
  };
}

async function nameHead(tx: Tx, actor: Actor, from: string, to: string): Promise<string[]> {
  const faults = await notActive(tx, [{ path: 'headId', id: to }]);
  if (faults.length > 0) throw invalid(faults);
  return replaceHead(tx, actor, from, to);
}

/** Notifies administrators that decisions were reassigned; the new approvers are notified by the approval. */
async function notifyAdministrators(
  tx: Tx,
  actor: Actor,
  { id, fullName, version }: User,
  { movedTasks, movedTo }: ReassignedWork,
): Promise<void> {
  await notify(tx, {
    event: 'user.decisions-reassigned',
    to: (await administrators(tx)).filter((userId) => userId !== personId(actor)),
    key: `decisions-reassigned:${id}:${version}`,
    link: userPath.show(id),
    entity: { name: user.name, id, number: fullName },
    params: {
      person: fullName,
      by: actor.fullName,
      count: movedTasks,
      movedTo: movedTo.map(({ name, count }) => `${name} (${count})`).join(', ') || '–',
    },
  });
}

async function reassignDocumentsTo(tx: Tx, actor: Actor, from: string, to: string): Promise<number> {
  const faults = await notActive(tx, [{ path: 'successorId', id: to }]);
  if (faults.length > 0) throw invalid(faults);
  return reassignOpenDocuments(tx, actor, from, to);
}

/** Who was asked in place of these tasks: opened in the same step when they were closed. */
async function successors(tx: Tx, taskIds: readonly string[]): Promise<ReassignedWork['movedTo']> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<{ name: string; count: number }>`
    select u.full_name as name, count(*) as count from approval_tasks was
    join approval_tasks now on now.instance_id = was.instance_id and now.seq = was.seq and now.status = 'pending' and now.opened_at >= was.decided_at
    join users u on u.id = now.assignee_id where was.id = any(${taskIds}::uuid[]) group by u.full_name order by count(*) desc, u.full_name`.execute(
    tx,
  );
  return rows;
}
