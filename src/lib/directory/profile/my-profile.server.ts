import { z } from 'zod';
import { personId, systemActor, type Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { inputSchema } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notAuthorized } from '#lib/values/refusal.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { listsOf, type UserLists } from '#lib/directory/user/lists.server.ts';
import { users } from '#lib/directory/user/user.server.ts';
import { user, type User } from '#lib/directory/user/user.ts';

/** The fields people may change themselves; everything else is for administrators. */
export const OWN_FIELDS = ['displayName', 'contactNumber', 'language', 'personalRedirect'] as const;

/** The actor's own record, which needs no right. */
export async function myProfile(actor: Actor): Promise<ReadRow<typeof user> & UserLists> {
  const id = ownId(actor);
  const [found, lists] = await Promise.all([users.get(systemActor(actor.requestId), id), listsOf(id)]);
  return { ...found, ...lists };
}

/**
 * Updates the actor's own preferred name, number, language and start page. 422 `page-not-open` for a page that does not
 * exist or that the actor may not open; 409 `stale-version`.
 */
export async function updateMyProfile(
  actor: Actor,
  seen: Pick<ShownVersion, 'version'>,
  input: unknown,
): Promise<User> {
  const sent = OWN_FIELDS.filter((name) => name in ((input ?? {}) as object));
  const entered: Partial<User> = parse(inputSchema(user, sent), input);
  if (entered.personalRedirect && !(await isOpenPage(actor, entered.personalRedirect)))
    throw invalidField('personalRedirect', 'page-not-open');
  return transaction((tx) => changeOneself(tx, actor, entered, 'updated', seen.version));
}

/** Switches single-key shortcuts: `{ keys: 'on' | 'off' }`. Nothing is written when unchanged. */
export async function useSingleKeys(actor: Actor, input: unknown): Promise<void> {
  const { keys } = parse(keysSchema, input);
  const singleKeys = keys === 'on';
  if (singleKeys !== actor.singleKeys) await transaction((tx) => changeOneself(tx, actor, { singleKeys }, 'updated'));
}

const keysSchema = z.object({ keys: z.literal(['on', 'off'], 'not-a-choice') });

/** Writes to the actor's own row and logs it. With `version`, 409 `stale-version` unless it is the newest. */
export async function changeOneself(
  tx: Tx,
  actor: Actor,
  values: Partial<User>,
  event: string,
  version?: number,
): Promise<User> {
  const id = ownId(actor);
  const before = await tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (version !== undefined && before.version !== version) throw new Refusal('stale-version', 409, { newer: before });
  const changed = { ...values, version: before.version + 1, updatedAt: new Date().toISOString(), updatedBy: id };
  const after = await tx
    .updateTable('users')
    .set(changed)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await logActivity(
    actor,
    {
      event: `user.${event}`,
      subject: 'User',
      entity: 'user',
      entityId: id,
      entityNumber: after.username,
      before: { ...before },
      after: { ...after },
    },
    tx,
  );
  return after;
}

function ownId(actor: Actor): string {
  const id = personId(actor);
  if (!id) throw notAuthorized();
  return id;
}
