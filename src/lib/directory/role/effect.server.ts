import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { actionsOf, isRight } from '#lib/values/rights-catalogue.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { permissionsAfter, isGain, newDuties, reachOf, rightKey, type Duties, type RightChange } from './permission.ts';
import { permissionsOf, roles } from './role.server.ts';

/** The effect of saving on the people who hold the role. */
export interface RoleEffect {
  /** People who hold the role. */
  holders: number;
  /** People who would gain a right. */
  gain: number;
  /** People who would lose a right. */
  lose: number;
  /**
   * For each change, who retains a lost right (or has a gained one already) through another role; at most three by
   * name.
   */
  through: { subject: string; action: string; count: number; people: { person: string; role: string }[] }[];
  /** Pairs of conflicting duties newly combined: saving needs a reason. */
  duties: Duties[];
}

const list = z.preprocess(
  (given) => (given === undefined ? [] : [given].flat()),
  z.array(z.string().max(130)).max(1000),
);
const changesSchema = z.object({ add: list, remove: list });

/** The effect of adding and removing rights ('PurchaseOrder:approve') on the people who hold the role. */
export async function previewRoleChange(actor: Actor, roleId: string, input: unknown): Promise<RoleEffect> {
  await roles.get(actor, roleId, ['update']);
  const { add, remove } = parse(changesSchema, input);
  const current = await permissionsOf(roleId);
  const held = new Map(current.map((right) => [rightKey(right), right.condition]));
  const changes = [
    ...add.map((key) => ({ ...pairOf(key), before: held.get(key) ?? null, after: 'none' as const })),
    ...remove.map((key) => ({ ...pairOf(key), before: held.get(key) ?? null, after: null })),
  ];
  return { ...(await effectOf(roleId, changes)), duties: newDuties(current, permissionsAfter(current, changes)) };
}

/** Who gains and who loses by the changes, other roles considered. Two statements. */
async function effectOf(roleId: string, changes: readonly RightChange[]): Promise<Omit<RoleEffect, 'duties'>> {
  const wanted = changes.filter(({ action, before, after }) => reachOf(action, before) !== reachOf(action, after));
  const [people, through] = await Promise.all([countPeople(roleId, wanted), rightsThroughOthers(roleId, wanted)]);
  return { ...people, through };
}

/** One row per person and change; `elsewhere` is the name of another role that gives as much, or null. */
const perPerson = (roleId: string, changes: readonly RightChange[]) => sql`
  with changes as (
    select * from jsonb_to_recordset(${JSON.stringify(changes.map(asked))}::jsonb) as c(subject text, action text, gain boolean, reach integer, widest integer)
  ), holders as (
    select u.id, u.full_name from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
    where ur.role_id = ${roleId} and u.status <> 'deactivated'
  ), touched as (
    select h.id, h.full_name, c.*, (
      select min(r.name) from user_roles ur join roles r on r.id = ur.role_id and r.status = 'active' join role_permissions p on p.role_id = r.id
      where ur.user_id = h.id and r.id <> ${roleId} and p.subject = c.subject and p.action = c.action
        and c.reach <= least(c.widest, case p.condition when 'own' then 1 when 'department' then 2 else 3 end)) as elsewhere
    from holders h cross join changes c
  )`;

/** A change in the form the statement needs: the effective reach, and the widest that the action's name permits. */
const asked = (change: RightChange) => ({
  ...change,
  gain: isGain(change),
  reach: Math.max(reachOf(change.action, change.before), reachOf(change.action, change.after)),
  widest: reachOf(change.action, 'none'),
});

async function countPeople(
  roleId: string,
  changes: readonly RightChange[],
): Promise<Pick<RoleEffect, 'holders' | 'gain' | 'lose'>> {
  const { rows } = await sql<Pick<RoleEffect, 'holders' | 'gain' | 'lose'>>`${perPerson(roleId, changes)}
    select (select count(*) from holders) as holders,
      count(distinct id) filter (where gain and elsewhere is null) as gain,
      count(distinct id) filter (where not gain and elsewhere is null) as lose from touched`.execute(db);
  return rows[0]!;
}

async function rightsThroughOthers(roleId: string, changes: readonly RightChange[]): Promise<RoleEffect['through']> {
  const { rows } = await sql<RoleEffect['through'][number]>`${perPerson(roleId, changes)}
    select subject, action, count(*) as count,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object('person', full_name, 'role', elsewhere) order by full_name), '$[0 to 2]') as people
    from touched where elsewhere is not null group by subject, action order by subject, action`.execute(db);
  return rows;
}

function pairOf(key: string): { subject: string; action: string } {
  const [subject = '', action = ''] = key.split(':');
  if (!actionsOf.has(subject) || !isRight(subject, action))
    throw invalidField('permissions', 'no-such-right', { subject, action });
  return { subject, action };
}
