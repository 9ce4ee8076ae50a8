import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { secretHashOf } from '#lib/access/tokens/secret-token.ts';
import { personActor, type RequestFacts } from '#lib/values/actor.ts';
import type { EndReason } from './session.server.ts';

type OwnEnd = 'signed-out' | 'idle';

/** Ends the session of a refresh token; does nothing for one that is unknown or has ended. */
export async function signOut(token: string, facts: RequestFacts, reason: OwnEnd = 'signed-out'): Promise<void> {
  const known = await db
    .selectFrom('refreshTokens')
    .select('sessionId')
    .where('tokenHash', '=', secretHashOf(token))
    .executeTakeFirst();
  if (known) await signOutSession(known.sessionId, facts, reason);
}

/** The same for a session by its id. */
export async function signOutSession(id: string, facts: RequestFacts, reason: OwnEnd = 'signed-out'): Promise<void> {
  await transaction(async (tx) => {
    const ended = await tx
      .updateTable('sessions')
      .set({ endedAt: new Date().toISOString(), endedReason: reason })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning((eb) => [
        'userId',
        eb.selectFrom('users').select('fullName').whereRef('users.id', '=', 'sessions.userId').as('fullName'),
      ])
      .executeTakeFirst();
    if (!ended) return;
    await logActivity(
      personActor(facts, { id: ended.userId, fullName: ended.fullName ?? '' }, id),
      { event: 'session.closed', subject: 'Auth', entity: 'session', entityId: id, params: { reason } },
      tx,
    );
  });
}

/** Ends every live session of a person except `except`, in the transaction of the cause; returns how many. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  reason: EndReason,
  except: string | null = null,
): Promise<number> {
  let ending = tx
    .updateTable('sessions')
    .set({ endedAt: new Date().toISOString(), endedReason: reason })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  if (except) ending = ending.where('id', '!=', except);
  return (await ending.returning('id').execute()).length;
}
