import { sql } from 'kysely';
import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { type Permission, scopeOf } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { Choice } from '#lib/records/list/choices.server.ts';

/** Subjects whose holders decide what others may do. */
const RULING = new Set(['Role', 'User', 'AppClient', 'ApprovalPolicy', 'Setting']);

/** Subjects that tell of everybody's doings: whoever reads or exports them sees the whole house. */
const TELLING = new Set(['UserManagementLog']);

/** Actions that commit the business, or unlock what others cannot. */
const COMMITTING = new Set(
  'approve award release void reverse override-budget override-match update-bank verify-bank blacklist evaluation-approve'.split(
    ' ',
  ),
);

/**
 * Called before these roles are given to somebody. Refuses (409 `role-beyond-own`, with the role's name) a role with a
 * right that the actor does not hold as widely, unless the actor may change every role; asks for a proof before a role
 * that decides for the business or about other people's rights, or that reads the log, is given.
 */
export async function requireMayGiveRoles(tx: Tx, actor: Actor, roleIds: readonly string[]): Promise<void> {
  if (actor.type === 'system' || roleIds.length === 0) return;
  const { rows } = await sql<Permission & { role: string; strict: boolean }>`
    select r.name as role, r.requires_second_factor as strict, p.subject, p.action, p.condition
    from roles r join role_permissions p on p.role_id = r.id where r.id = any(${roleIds as string[]}::uuid[]) order by r.name`.execute(
    tx,
  );
  const beyond = rulesRoles(actor) ? undefined : rows.find((right) => !holds(actor, right));
  if (beyond) throw new Refusal('role-beyond-own', 409, { params: { role: beyond.role } });
  if (rows.some(({ strict, subject, action }) => strict || isPowerful(subject, action))) requireStepUpOfPeople(actor);
}

/** The roles in use that `requireMayGiveRoles` lets the actor give, by name. */
export async function rolesToGive(actor: Actor): Promise<Choice[]> {
  const { rows } = await sql<Choice & { permissions: Permission[] }>`
    select r.id as value, r.name as label, coalesce(jsonb_agg(to_jsonb(p)) filter (where p.role_id is not null), '[]') as permissions
    from roles r left join role_permissions p on p.role_id = r.id where r.status = 'active' group by r.id order by r.name`.execute(
    db,
  );
  return rows
    .filter(({ permissions }) => rulesRoles(actor) || permissions.every((right) => holds(actor, right)))
    .map(({ value, label }) => ({ value, label }));
}

const rulesRoles = ({ ability }: Actor): boolean => ability.scopes('Role', ['update']).has('entity');

function holds({ ability }: Actor, { subject, action, condition }: Permission): boolean {
  const scopes = ability.scopes(subject, [action]);
  return scopes.has('entity') || scopes.has(scopeOf(action, condition));
}

function isPowerful(subject: string, action: string): boolean {
  if (COMMITTING.has(action) || TELLING.has(subject)) return true;
  return RULING.has(subject) && !['read', 'show', 'simulate', 'explain'].includes(action);
}
