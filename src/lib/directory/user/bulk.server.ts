import { z } from 'zod';
import { mayChangeOwnRights } from '#lib/directory/role/own-role.server.ts';
import { rolesToGive } from '#lib/directory/role/given-roles.server.ts';
import type { BulkAct } from '#lib/records/list/bulk-page.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { REASON_MAX } from '#lib/values/constants.ts';
import { parse } from '#lib/values/parse.ts';
import { listsOf } from './lists.server.ts';
import { suspendUser } from './suspension.server.ts';
import { updateUser, users } from './user.server.ts';
import type { User } from './user.ts';

/** The acts on several people, as their list offers them. */
export const userBulkActs: Record<'addRole' | 'suspend', BulkAct> = {
  addRole: {
    run: addRoleToUser,
    icon: 'user-plus',
    text: 'directory.user.bulk.roleText',
    asks: { name: 'roleId', label: 'directory.user.bulk.role', choices: rolesToGive },
    async obstacles(actor, rows) {
      const isOneself = rows.some(({ id }) => id === actor.id);
      return new Map(isOneself && !(await mayChangeOwnRights(actor)) ? [[actor.id, { code: 'own-roles' }]] : []);
    },
  },
  suspend: {
    run: suspendUser,
    icon: 'user-x',
    text: 'directory.user.bulk.suspendText',
    asks: { name: 'reason', label: 'directory.user.suspension.reason', max: REASON_MAX },
    isDanger: true,
  },
};

const roleSchema = z.object({ roleId: z.uuid('not-a-choice') });

/** Adds a role to a person; other roles stay, and a person who has it already is skipped. */
export async function addRoleToUser(actor: Actor, seen: ShownVersion, input: unknown): Promise<User> {
  const { roleId } = parse(roleSchema, input);
  const person = await users.get(actor, seen.id, ['update']);
  const { roleIds } = await listsOf(seen.id);
  return roleIds.includes(roleId) ? person : updateUser(actor, seen, { roleIds: [...roleIds, roleId] });
}
