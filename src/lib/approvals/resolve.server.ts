import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { keptApart } from './apart.server.ts';
import type { Asked, Step } from './policy/policy-choice.ts';

/** The role that is asked when a rule finds nobody; its holders are notified that the rule has a gap. */
export const FALLBACK_ROLE = 'APPROVAL-FALLBACK';

/** Somebody who is asked in a step, and how they were found when the rule itself did not give enough people. */
export interface Approver {
  userId: string;
  note: 'parent-head' | 'fallback' | 'delegate' | null;
  /** The person who is away and for whom this one decides. */
  onBehalfOf?: string | null;
  delegationId?: string | null;
}

/** What people are asked about, as far as it decides who they are. */
export type Case = Pick<Asked, 'docType' | 'departmentId' | 'requesterId' | 'senderId' | 'apart' | 'netCents'>;

/**
 * The active people a step asks. Never the requester, nor who sends it for the requester and may have written it alone:
 * where the rule has not enough others, the next head above the department is asked, then the fallback role. 409
 * `nobody-to-approve` when even that is empty; never approved silently.
 */
export async function resolveStep(step: Step, asked: Case, reader: Db = db): Promise<Approver[]> {
  const wanted = step.mode === 'n-of' ? (step.n ?? 1) : 1;
  const people: Approver[] = [];
  const add = (found: string[], note: Approver['note']) => {
    for (const userId of found) if (!people.some((one) => one.userId === userId)) people.push({ userId, note });
  };
  add(await otherApprovers(await candidates(step, asked, reader), asked, reader), null);
  if (people.length < wanted)
    add((await otherApprovers(await headsAbove(asked.departmentId, reader), asked, reader)).slice(0, 1), 'parent-head');
  if (people.length < wanted)
    add(await otherApprovers(await roleHolders(FALLBACK_ROLE, reader), asked, reader), 'fallback');
  if (people.length === 0) throw new Refusal('nobody-to-approve', 409);
  return people;
}

async function candidates(step: Step, asked: Case, reader: Db): Promise<string[]> {
  switch (step.rule) {
    case 'user':
      return step.param ? [step.param] : [];
    case 'role':
      return roleHolders(step.param ?? '', reader);
    case 'department-approver':
      return approversOrHead(asked, reader);
    case 'department-head':
      return (await headsAbove(asked.departmentId, reader)).slice(0, 1);
    case 'parent-department-head':
      return (await headsAbove(asked.departmentId, reader)).slice(1, 2);
    case 'requester-manager':
      return ids(
        sql`select manager_id as id from users where id = ${asked.requesterId} and manager_id is not null`,
        reader,
      );
    case 'team':
      return teamMembers(step.param ?? '', reader);
  }
}

/** Approvers of the department whose limit covers the amount; the head where there is none. */
async function approversOrHead(asked: Case, reader: Db): Promise<string[]> {
  const approvers = await ids(
    sql`
    select user_id as id from department_approvers where department_id = ${asked.departmentId} and limit_cents >= ${asked.netCents} order by limit_cents, user_id`,
    reader,
  );
  const able = await otherApprovers(approvers, asked, reader);
  return able.length > 0 ? able : (await headsAbove(asked.departmentId, reader)).slice(0, 1);
}

/** The head of the department, then of the one above, to the top. */
export function headsAbove(departmentId: string, reader: Db): Promise<string[]> {
  return ids(
    sql`
    with recursive up as (
      select id, parent_id, head_user_id, 1 as level from departments where id = ${departmentId}
      union all select d.id, d.parent_id, d.head_user_id, up.level + 1 from departments d join up on d.id = up.parent_id where up.level < 30
    ) select head_user_id as id from up order by level`,
    reader,
  );
}

export function roleHolders(roleCode: string, reader: Db): Promise<string[]> {
  return ids(
    sql`
    select ur.user_id as id from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
    where r.code = ${roleCode} and r.status = 'active' order by u.full_name, u.id`,
    reader,
  );
}

/** The ids of the members of a team. */
export function teamMembers(teamId: string, reader: Db): Promise<string[]> {
  return ids(sql`select user_id as id from team_members where team_id::text = ${teamId}`, reader);
}

/**
 * Those who are active and whom no duty keeps apart (requester, sender), in the given order, each once. In a
 * transaction they stay active until it ends: suspending waits, and then finds the task that was opened meanwhile.
 */
export async function otherApprovers(
  people: string[],
  asked: Pick<Case, 'docType' | 'requesterId' | 'senderId' | 'apart'>,
  reader: Db,
): Promise<string[]> {
  if (people.length === 0) return [];
  const held = reader === db ? sql`` : sql`order by id for share`;
  const active = new Set(
    await ids(sql`select id from users where id = any(${people}::uuid[]) and status = 'active' ${held}`, reader),
  );
  const apart = await keptApart(asked, reader);
  return [...new Set(people)].filter((id) => active.has(id) && !apart.has(id));
}

async function ids(query: ReturnType<typeof sql>, reader: Db): Promise<string[]> {
  const { rows } = await query.execute(reader);
  return (rows as { id: string }[]).map(({ id }) => id);
}
