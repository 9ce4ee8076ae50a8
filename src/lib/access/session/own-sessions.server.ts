import { sql } from 'kysely';
import { MAX_IDLE_MS } from '#lib/values/constants.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { LIVE } from './actor.server.ts';
import type { Factor } from './factor.ts';

/** A session that has not ended. */
export interface LiveSession {
  id: string;
  createdAt: string;
  lastActiveAt: string;
  remember: boolean;
  ip: string | null;
  userAgent: string | null;
  /** How the person signed in. */
  factor: Factor;
  /** The session of this request. */
  current: boolean;
}

/** The actor's live sessions, newest use first. */
export async function ownSessions(actor: Actor): Promise<LiveSession[]> {
  return liveSessionsOf(actor, actor.id);
}

/** The same for any person. The caller has checked that the actor may see them. */
export async function liveSessionsOf(actor: Actor, userId: string): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select s.id, s.created_at, s.last_active_at, s.remember, s.ip, s.user_agent, s.factor, s.id is not distinct from ${actor.sessionId}::uuid as current
    from sessions s join users u on u.id = s.user_id where s.user_id = ${userId} and ${LIVE} order by s.last_active_at desc`.execute(
    db,
  );
  return rows;
}

/** Ends one of the actor's sessions; 404 for anybody else's. */
export async function endOwnSession(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const ended = await tx
      .updateTable('sessions')
      .set({ endedAt: new Date().toISOString(), endedReason: 'ended-by-user' })
      .where(sql<boolean>`id::text = ${id}`)
      .where('userId', '=', actor.id)
      .where('endedAt', 'is', null)
      .returning('id')
      .execute();
    if (ended.length === 0) throw notFound();
    await logActivity(actor, { event: 'session.ended', subject: 'Auth', entity: 'session', entityId: id }, tx);
  });
}

/** Ends all other live sessions of the actor, with a log entry for each; returns how many. */
export async function endOwnOtherSessions(actor: Actor): Promise<number> {
  return transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update sessions s set ended_at = now(), ended_reason = 'ended-by-user' from users u
      where u.id = s.user_id and s.user_id = ${actor.id} and s.id is distinct from ${actor.sessionId}::uuid and ${LIVE} returning s.id`.execute(
      tx,
    );
    for (const { id } of rows)
      await logActivity(actor, { event: 'session.ended', subject: 'Auth', entity: 'session', entityId: id }, tx);
    return rows.length;
  });
}

/**
 * Counts the request as use of the session ("stay signed in"); returns the seconds left until the idle limit, null when
 * there is none.
 */
export async function extendSession(actor: Actor): Promise<{ idleMs: number; remember: boolean }> {
  const row = await db
    .updateTable('sessions')
    .set({ lastActiveAt: new Date().toISOString() })
    .where('id', '=', actor.sessionId!)
    .returning('remember')
    .executeTakeFirstOrThrow();
  return { idleMs: MAX_IDLE_MS, remember: row.remember };
}
