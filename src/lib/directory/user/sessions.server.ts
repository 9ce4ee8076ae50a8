import type { Actor } from '#lib/values/actor.ts';
import { liveSessionsOf, type LiveSession } from '#lib/access/session/own-sessions.server.ts';
import { endSessionsOf } from '#lib/access/session/sign-out.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { users } from './user.server.ts';

const END = ['end-sessions'] as const;

/** The live sessions of a person, newest use first (right User end-sessions). */
export async function sessionsOf(actor: Actor, userId: string): Promise<LiveSession[]> {
  await users.get(actor, userId, END);
  return liveSessionsOf(actor, userId);
}

/** Ends every session of a person except the current one; returns how many. */
export async function endUserSessions(actor: Actor, userId: string): Promise<{ ended: number }> {
  const person = await users.get(actor, userId, END);
  return transaction(async (tx) => {
    const ended = await endSessionsOf(tx, userId, 'ended-by-administrator', actor.sessionId);
    await logActivity(
      actor,
      {
        event: 'user.sessions-ended',
        subject: 'User',
        entity: 'user',
        entityId: userId,
        entityNumber: person.username,
        params: { count: ended },
      },
      tx,
    );
    return { ended };
  });
}
