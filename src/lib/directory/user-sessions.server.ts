import { sql } from 'kysely';
import { LIVE } from '#lib/access/actor.server.ts';
import type { Actor } from '#lib/access/actor.ts';
import { endSessionsOf, type OwnSession } from '#lib/access/session.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction } from '#lib/platform/database.server.ts';
import { users } from './user.server.ts';

const END = ['end-sessions'] as const;

/** The live sessions of a person, newest use first (right User end-sessions). */
export async function sessionsOf(actor: Actor, userId: string): Promise<OwnSession[]> {
  await users.get(actor, userId, END);
  const { rows } = await sql<Omit<OwnSession, 'current'>>`
    select s.id, s.created_at, s.last_active_at, s.remember, s.ip, s.user_agent from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and ${LIVE} order by s.last_active_at desc`.execute(db);
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

/** Ends every session of a person but the one that asks; answers how many. */
export async function endUserSessions(actor: Actor, userId: string): Promise<{ ended: number }> {
  const person = await users.get(actor, userId, END);
  return transaction(async (tx) => {
    const { rows } = await sql`select 1 from sessions where user_id = ${userId} and ended_at is null and id is distinct from ${actor.sessionId}::uuid for update`.execute(tx);
    await endSessionsOf(tx, userId, 'ended-by-administrator', actor.sessionId);
    await logActivity(actor, {
      event: 'user.sessions-ended', subject: 'User', entity: 'user', entityId: userId, entityNumber: person.username, params: { count: rows.length },
    }, tx);
    return { ended: rows.length };
  });
}
