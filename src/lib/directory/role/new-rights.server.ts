import { systemActor } from '#lib/values/actor.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { permissionEntry, rightKey } from './permission.ts';
import { permissionsOf, roles, writePermissions } from './role.server.ts';
import type { Role } from './role.ts';
import { ADMINISTRATOR_ROLE, allPermissions } from './system-roles.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    knownRights: { subject: string; action: string };
  }
}

/**
 * Grants the administrator role the rights added by an update, once each: one that was removed stays removed. Called at
 * every start; returns how many were granted.
 */
export async function grantNewRights(): Promise<number> {
  return transaction(async (tx) => {
    const role = await tx
      .selectFrom('roles')
      .select(['id', 'version', 'requiresSecondFactor'])
      .where('code', '=', ADMINISTRATOR_ROLE)
      .forUpdate()
      .executeTakeFirst();
    if (!role) return 0;
    const added = await tx
      .insertInto('knownRights')
      .values(allPermissions())
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    return added.length > 0 ? give(tx, role, added) : 0;
  });
}

async function give(
  tx: Tx,
  role: Pick<Role, 'id' | 'version' | 'requiresSecondFactor'>,
  added: { subject: string; action: string }[],
): Promise<number> {
  const current = await permissionsOf(role.id, tx);
  const held = new Set(current.map(rightKey));
  const given = added
    .filter((right) => !held.has(rightKey(right)))
    .map((right) => ({ ...right, condition: 'none' as const }));
  if (given.length === 0) return 0;
  const [actor, wanted] = [systemActor(), [...current, ...given]];
  const entry = permissionEntry(current, wanted);
  await roles.update(
    actor,
    role,
    {},
    async () => {
      await writePermissions(
        tx,
        actor,
        role.id,
        { permissions: wanted, requiresSecondFactor: role.requiresSecondFactor },
        null,
      );
      return { beforeLists: entry.before };
    },
    { tx, event: 'permissions-changed', also: entry.after, params: entry.params },
  );
  return given.length;
}
