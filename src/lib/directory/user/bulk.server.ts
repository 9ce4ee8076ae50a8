import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { listsOf } from './lists.server.ts';
import { updateUser, users } from './user.server.ts';
import type { User } from './user.ts';

const roleSchema = z.object({ roleId: z.uuid('not-a-choice') });

/** Adds a role to a person; other roles stay, and a person who has it already is skipped. */
export async function addRoleToUser(actor: Actor, seen: ShownVersion, input: unknown): Promise<User> {
  const { roleId } = parse(roleSchema, input);
  const person = await users.get(actor, seen.id, ['update']);
  const { roleIds } = await listsOf(seen.id);
  return roleIds.includes(roleId) ? person : updateUser(actor, seen, { roleIds: [...roleIds, roleId] });
}
