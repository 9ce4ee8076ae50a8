import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { parse } from '#lib/kernel/parse.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { listsOf } from './user-lists.server.ts';
import { updateUser } from './user.server.ts';
import type { User } from './user.ts';

const roleSchema = z.object({ roleId: z.uuid('not-a-choice') });

/** Gives a person one more role; those already held stay. */
export async function addRoleToUser(actor: Actor, seen: Seen, input: unknown): Promise<User> {
  const { roleId } = parse(roleSchema, input);
  const { roleIds } = await listsOf(seen.id);
  return updateUser(actor, seen, { roleIds: [...new Set([...roleIds, roleId])] });
}
