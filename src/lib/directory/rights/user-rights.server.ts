import { sql } from 'kysely';
import { validate } from 'uuid';
import { Ability, type Permission, type Scope } from '#lib/values/ability.ts';
import { abilityOf, isSwitchedOn } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { belongings, type Belongings } from '#lib/directory/user/belongings.server.ts';
import { users } from '#lib/directory/user/user.server.ts';
import { differenceOf, type EffectiveRight, type RightSource, type RightsDifference } from './user-rights.ts';
import type { User } from '#lib/directory/user/user.ts';

/** A role with its rights. */
export interface GrantingRole extends RightSource {
  status: string;
  requiresSecondFactor: boolean;
  permissions: Permission[];
}

const SCOPES: readonly Scope[] = ['entity', 'department', 'own'];

/** The roles somebody holds, by name; one statement. The caller has checked that the reader may know. */
export function rolesHeldBy(userId: string, reader: Db = db): Promise<GrantingRole[]> {
  return rolesWhere(sql`r.id in (select role_id from user_roles where user_id = ${userId})`, reader);
}

/** The roles with these ids, by name. */
export function rolesOfIds(ids: readonly string[], reader: Db = db): Promise<GrantingRole[]> {
  return rolesWhere(sql`r.id = any(${ids}::uuid[])`, reader);
}

async function rolesWhere(condition: ReturnType<typeof sql>, reader: Db): Promise<GrantingRole[]> {
  const { rows } = await sql<GrantingRole>`
    select r.id, r.name, r.status, r.requires_second_factor,
      (select coalesce(jsonb_agg(jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)), '[]') from role_permissions p where p.role_id = r.id) as permissions
    from roles r where ${condition} order by r.name, r.id`.execute(reader);
  return rows;
}

/**
 * The combined rights of these roles, in the order of the catalogue, evaluated by the same ability that guards; retired
 * roles grant nothing.
 */
export function effectiveRights(roles: readonly GrantingRole[]): EffectiveRight[] {
  const active = roles.filter(({ status }) => status === 'active');
  const granting = active.map(({ id, name, permissions }) => ({
    source: { id, name },
    ability: new Ability(permissions, isSwitchedOn),
  }));
  const ability = abilityOf(active.flatMap(({ permissions }) => permissions));
  return [...actionsOf].flatMap(([subject, actions]) =>
    actions.flatMap((action) => {
      const reaches = (of: typeof ability, scope: Scope) => of.scopes(subject, [action]).has(scope);
      return SCOPES.filter((scope) => reaches(ability, scope)).map((scope) => ({
        subject,
        action,
        scope,
        roles: granting.filter((role) => reaches(role.ability, scope)).map(({ source }) => source),
      }));
    }),
  );
}

/** Without the default of people who have no role: no role grants it, and no role takes it away. */
const granted = (rights: readonly EffectiveRight[]): EffectiveRight[] => rights.filter(({ roles }) => roles.length > 0);

export interface UserRights {
  rights: EffectiveRight[];
  roles: GrantingRole[];
}

/** A person's rights and the roles they come from (right User explain). */
export async function explainRights(actor: Actor, userId: string): Promise<UserRights> {
  await users.get(actor, userId, ['explain']);
  const roles = await rolesHeldBy(userId);
  return { rights: effectiveRights(roles), roles };
}

export interface UserComparison extends RightsDifference {
  other: Pick<User, 'id' | 'fullName' | 'allEntities'>;
  /** Where both belong: the departments, teams and companies that differ. */
  belongs: Record<'here' | 'there', Belongings>;
}

/** The rights in which two people differ, and the roles they come from (right User explain, for both). */
export async function compareUsers(actor: Actor, userId: string, otherId: string): Promise<UserComparison> {
  const [here, there, { id, fullName, allEntities }, ...belongs] = await Promise.all([
    explainRights(actor, userId),
    explainRights(actor, otherId),
    users.get(actor, otherId, ['explain']),
    belongings(userId),
    belongings(otherId),
  ]);
  return {
    ...differenceOf(granted(here.rights), granted(there.rights)),
    other: { id, fullName, allEntities },
    belongs: { here: belongs[0], there: belongs[1] },
  };
}

export interface RolePreview {
  role: RightSource;
  act: 'add' | 'remove';
  gained: EffectiveRight[];
  lost: EffectiveRight[];
  /** Whether the person would have to set up a second factor, or no longer; null without a change. */
  secondFactor: boolean | null;
}

/** What would change for somebody if a role were added, or removed when held; nothing is saved (right User explain). */
export async function previewRole(actor: Actor, userId: string, roleId: string): Promise<RolePreview> {
  const { rights, roles } = await explainRights(actor, userId);
  const [role] = validate(roleId) ? await rolesOfIds([roleId]) : [];
  if (!role) throw invalidField('role', 'not-a-choice');
  const isHeld = roles.some(({ id }) => id === role.id);
  const after = isHeld ? roles.filter(({ id }) => id !== role.id) : [...roles, role];
  const { onlyHere, onlyThere } = differenceOf(granted(rights), granted(effectiveRights(after)));
  return {
    role: { id: role.id, name: role.name },
    act: isHeld ? 'remove' : 'add',
    gained: onlyThere,
    lost: onlyHere,
    secondFactor: secondFactorChange(roles, after),
  };
}

function secondFactorChange(before: readonly GrantingRole[], after: readonly GrantingRole[]): boolean | null {
  const [was, is] = [before, after].map((roles) =>
    roles.some(({ status, requiresSecondFactor }) => status === 'active' && requiresSecondFactor),
  );
  return was === is ? null : is!;
}
