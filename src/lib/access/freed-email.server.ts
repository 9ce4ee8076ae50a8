import { sql, type RawBuilder } from 'kysely';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';

/** Condition on a row of users: the person left so long ago that another may have the address. */
export async function hasLeftLongAgo(tx: Tx): Promise<RawBuilder<boolean>> {
  const days = await businessSetting('directory.email-free-after-days', tx);
  return sql<boolean>`(users.status = 'deactivated' and users.deactivated_at <= now() - ${days} * interval '1 day')`;
}

/** Lets somebody else have the address of a person who left long enough ago; of two who want it at once one gets it. */
export async function freeEmail(tx: Tx, email: string): Promise<void> {
  await tx.updateTable('users').set({ emailFreedAt: new Date().toISOString() }).where('email', '=', email).where('emailFreedAt', 'is', null).where(await hasLeftLongAgo(tx)).execute();
}
