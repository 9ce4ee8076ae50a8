import { sql } from 'kysely';
import type { Permission } from '#lib/values/ability.ts';
import { HAS_SECOND_FACTOR } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import { changesBetween, isGain, type RightChange } from './permission.ts';
import { permissionsOf, roles } from './role.server.ts';

export interface RoleVersion {
  number: number;
  permissions: Permission[];
  requiresSecondFactor: boolean;
  reason: string | null;
  madeAt: string;
  madeByName: string | null;
}

/** Every version of a role's rights, newest first. */
export async function roleVersions(actor: Actor, roleId: string): Promise<RoleVersion[]> {
  await roles.get(actor, roleId, ['show', 'update']);
  const { rows } = await sql<RoleVersion>`
    select v.number, v.permissions, v.requires_second_factor, v.reason, v.made_at, u.full_name as made_by_name
    from role_versions v left join users u on u.id = v.made_by where v.role_id = ${roleId} order by v.number desc`.execute(
    db,
  );
  return rows;
}

/**
 * How many rights each version added and removed relative to its predecessor, and whether the required second factor
 * changed.
 */
export function versionSteps(
  versions: readonly RoleVersion[],
): { number: number; gained: RightChange[]; lost: RightChange[]; asksOtherwise: boolean }[] {
  return versions.map((version, index) => {
    const before = versions[index + 1];
    const changes = changesBetween(before?.permissions ?? [], version.permissions);
    const asksOtherwise = version.requiresSecondFactor !== (before?.requiresSecondFactor ?? false);
    return {
      number: version.number,
      gained: changes.filter(isGain),
      lost: changes.filter((change) => !isGain(change)),
      asksOtherwise,
    };
  });
}

export interface RoleComparison {
  other: { id: string; code: string; name: string };
  /** The rights this role has and the other has not, or with a wider reach. */
  onlyHere: RightChange[];
  onlyThere: RightChange[];
  both: number;
}

/** The rights in which two roles differ. */
export async function compareRoles(actor: Actor, roleId: string, otherId: string): Promise<RoleComparison> {
  const [, other] = await Promise.all([
    roles.get(actor, roleId, ['show', 'update']),
    roles.get(actor, otherId, ['show', 'update']),
  ]);
  const [here, there] = await Promise.all([permissionsOf(roleId), permissionsOf(otherId)]);
  const changes = changesBetween(here, there);
  const onlyHere = changes.filter((change) => !isGain(change));
  return {
    other: { id: other.id, code: other.code, name: other.name },
    onlyHere,
    onlyThere: changes.filter(isGain),
    both: here.length - onlyHere.length,
  };
}

export interface RoleHolder {
  id: string;
  fullName: string;
  username: string;
  status: string;
  department: string | null;
  hasSecondFactor: boolean;
}

/** The people who hold the role and have not left, by name. */
export async function roleHolders(actor: Actor, roleId: string): Promise<RoleHolder[]> {
  await roles.get(actor, roleId, ['show', 'update']);
  const { rows } = await sql<RoleHolder>`
    select u.id, u.full_name, u.username, u.status, d.name as department, ${HAS_SECOND_FACTOR} as has_second_factor from user_roles ur join users u on u.id = ur.user_id
    left join departments d on d.id = u.main_department_id where ur.role_id = ${roleId} and u.status <> 'deactivated' order by u.full_name, u.id limit 500`.execute(
    db,
  );
  return rows;
}
