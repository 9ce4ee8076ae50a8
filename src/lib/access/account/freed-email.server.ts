import { sql, type RawBuilder } from 'kysely';
import { logActivity } from '#lib/activity/activity.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';

/** A former member of staff whose address somebody else has now. */
export interface FormerOwner {
  id: string;
  username: string;
  emailFreedAt: string | null;
}

/** Condition on a row of users: the person left so long ago that another may have the address. */
export async function hasLeftLongAgo(tx: Tx): Promise<RawBuilder<boolean>> {
  const days = await businessSetting('directory.email-free-after-days', tx);
  return sql<boolean>`(users.status = 'deactivated' and users.deactivated_at <= now() - ${days} * interval '1 day')`;
}

/**
 * Releases the address of a person who left long enough ago; of two requests at once only one gets it. Returns whose it
 * was, for `logFreedEmail` at the end of the transaction; undefined for an address that nobody had.
 */
export async function freeEmail(tx: Tx, actor: Actor, email: string): Promise<FormerOwner | undefined> {
  const now = new Date().toISOString();
  return tx
    .updateTable('users')
    .set((eb) => ({ emailFreedAt: now, version: eb('version', '+', 1), updatedAt: now, updatedBy: personId(actor) }))
    .where('email', '=', email)
    .where('emailFreedAt', 'is', null)
    .where(await hasLeftLongAgo(tx))
    .returning(['id', 'username', 'emailFreedAt'])
    .executeTakeFirst();
}

/** Logged in the history of the former owner: since when, and to whom, the address was given. */
export async function logFreedEmail(
  tx: Tx,
  actor: Actor,
  { id, username, emailFreedAt }: FormerOwner,
  to: { fullName: string; email: string },
): Promise<void> {
  await logActivity(
    actor,
    {
      event: 'user.email-given',
      subject: 'User',
      entity: 'user',
      entityId: id,
      entityNumber: username,
      before: { emailFreedAt: null },
      after: { emailFreedAt },
      params: { email: to.email, to: to.fullName },
    },
    tx,
  );
}
