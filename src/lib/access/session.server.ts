import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { MAX_IDLE_MS } from '#lib/kernel/constants.ts';
import { Refusal, notFound } from '#lib/kernel/refusal.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Tx } from '#lib/platform/database.server.ts';
import { signAccessToken } from './access-token.server.ts';
import { LIVE, actorOfSession, type RequestFacts } from './actor.server.ts';
import { personActor, publicActor, type Actor } from './actor.ts';
import type { Factor } from './proof.ts';
import { hashOf, newToken } from './secret-token.ts';
import { userDataOf, type UserData } from './user-data.server.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    sessions: {
      id: string;
      userId: string;
      remember: boolean;
      createdAt: string;
      lastActiveAt: string;
      expiresAt: string;
      endedAt: string | null;
      endedReason: EndReason | null;
      ip: string | null;
      userAgent: string | null;
      factor: Factor;
      provedAt: string | null;
    };
    refreshTokens: { tokenHash: Buffer; sessionId: string; issuedAt: string; usedAt: string | null };
  }
}

export type EndReason =
  | 'signed-out'
  | 'idle'
  | 'expired'
  | 'token-reuse'
  | 'suspended'
  | 'password-changed'
  | 'ended-by-user'
  | 'ended-by-administrator';

/** What the browser keeps (specification, section 7), and the refresh token for the http-only cookie. */
export interface SignedIn {
  accessToken: string;
  userData: UserData;
  refreshToken: string;
  remember: boolean;
}

/** The http-only cookie that carries the refresh token. */
export const SESSION_COOKIE = 'garden_session';
/** Days a remembered session lives; another one ends after a day at the latest. */
export const REMEMBERED_DAYS = 30;
/** A page asked for while the token was being renewed may still carry the one before, for this many seconds. */
const GRACE_SECONDS = 30;

/** Opens a session for a person whose password (or other proof, the `factor`) has been checked. A new id every time: nothing to fixate. */
export async function openSession(
  tx: Tx,
  userId: string,
  remember: boolean,
  facts: RequestFacts,
  factor: Factor = 'password',
): Promise<{ id: string; refreshToken: string }> {
  const id = uuid();
  await tx
    .insertInto('sessions')
    .values({
      id,
      userId,
      remember,
      factor,
      provedAt: sql`now()`,
      ip: facts.ip,
      userAgent: facts.userAgent?.slice(0, 400) ?? null,
      expiresAt: new Date(Date.now() + (remember ? REMEMBERED_DAYS : 1) * 86_400_000).toISOString(),
    } as never)
    .execute();
  return { id, refreshToken: await issueToken(tx, id) };
}

/** What the browser is given for a live session. */
export async function answerOf(
  session: { id: string; refreshToken: string; remember: boolean },
  actor: Actor,
): Promise<SignedIn> {
  return {
    accessToken: await signAccessToken(session.id, actor.id),
    userData: await userDataOf(actor),
    refreshToken: session.refreshToken,
    remember: session.remember,
  };
}

/**
 * Renews a session: the token is spent and a new one issued. A token that was spent before ends the whole family, since
 * two parties hold it. 401 `invalid-refresh-token` whatever is wrong.
 */
export async function renewSession(token: string, facts: RequestFacts): Promise<SignedIn> {
  const renewed = await transaction(async (tx) => {
    const known = await tx
      .selectFrom('refreshTokens')
      .select(['sessionId', 'usedAt'])
      .where('tokenHash', '=', hashOf(token))
      .forUpdate()
      .executeTakeFirst();
    if (!known) return null;
    if (known.usedAt) return endFamily(tx, known.sessionId, facts);
    await tx
      .updateTable('refreshTokens')
      .set({ usedAt: new Date().toISOString() })
      .where('tokenHash', '=', hashOf(token))
      .execute();
    const { rows } = await sql<{
      remember: boolean;
    }>`select s.remember from sessions s join users u on u.id = s.user_id where s.id = ${known.sessionId} and ${LIVE}`.execute(
      tx,
    );
    if (!rows[0]) return null;
    return { id: known.sessionId, remember: rows[0].remember, refreshToken: await issueToken(tx, known.sessionId) };
  });
  const actor = renewed && (await actorOfSession(sql<string>`${renewed.id}`, facts, false));
  if (!renewed || !actor) throw new Refusal('invalid-refresh-token', 401);
  return answerOf(renewed, actor);
}

/** The actor behind a page request's cookie, or null. Replaying a token spent long ago ends its family. */
export async function actorOfCookie(token: string, facts: RequestFacts, touch: boolean): Promise<Actor | null> {
  const hash = hashOf(token);
  const actor = await actorOfSession(
    sql<string>`(select session_id from refresh_tokens where token_hash = ${hash} and (used_at is null or used_at > now() - ${GRACE_SECONDS} * interval '1 second'))`,
    facts,
    touch,
  );
  if (!actor) await noticeReplay(hash, facts);
  return actor;
}

type OwnEnd = 'signed-out' | 'idle';

/** Ends the session a refresh token belongs to; quietly does nothing for one that is unknown or has ended. */
export async function signOut(token: string, facts: RequestFacts, reason: OwnEnd = 'signed-out'): Promise<void> {
  const known = await db
    .selectFrom('refreshTokens')
    .select('sessionId')
    .where('tokenHash', '=', hashOf(token))
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

/** Ends every session of a person that has not ended, but `except`, in the transaction of what made it necessary; how many. */
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

export interface LiveSession {
  id: string;
  createdAt: string;
  lastActiveAt: string;
  remember: boolean;
  ip: string | null;
  userAgent: string | null;
  /** How the person signed in. */
  factor: Factor;
  /** The one that asks. */
  current: boolean;
}

/** The actor's live sessions, newest use first. */
export async function ownSessions(actor: Actor): Promise<LiveSession[]> {
  return liveSessionsOf(actor, actor.id);
}

/** The same of anybody. The caller has checked that the actor may know them. */
export async function liveSessionsOf(actor: Actor, userId: string): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select s.id, s.created_at, s.last_active_at, s.remember, s.ip, s.user_agent, s.factor, s.id is not distinct from ${actor.sessionId}::uuid as current
    from sessions s join users u on u.id = s.user_id where s.user_id = ${userId} and ${LIVE} order by s.last_active_at desc`.execute(
    db,
  );
  return rows;
}

/** Ends one of the actor's own sessions; 404 for anybody else's. */
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

/** Ends all of the actor's own live sessions but the one that asks, each with an entry; how many. */
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

/** Counts the request as use of the session ("stay signed in"); the seconds left until the idle limit, null when there is none. */
export async function keepAlive(actor: Actor): Promise<{ idleMs: number; remember: boolean }> {
  const row = await db
    .updateTable('sessions')
    .set({ lastActiveAt: new Date().toISOString() })
    .where('id', '=', actor.sessionId!)
    .returning('remember')
    .executeTakeFirstOrThrow();
  return { idleMs: MAX_IDLE_MS, remember: row.remember };
}

async function issueToken(tx: Tx, sessionId: string): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('refreshTokens')
    .values({ tokenHash: hashOf(token), sessionId } as never)
    .execute();
  return token;
}

async function endFamily(tx: Tx, sessionId: string, facts: RequestFacts): Promise<null> {
  const ended = await tx
    .updateTable('sessions')
    .set({ endedAt: new Date().toISOString(), endedReason: 'token-reuse' })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (ended) {
    await logActivity(
      publicActor(facts),
      {
        event: 'session.token-reused',
        subject: 'Auth',
        entity: 'session',
        entityId: sessionId,
        outcome: 'refused',
        reasonCode: 'token-reuse',
        params: { userId: ended.userId },
      },
      tx,
    );
  }
  return null;
}

async function noticeReplay(hash: Buffer, facts: RequestFacts): Promise<void> {
  const spent = await db
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select('sessionId')
    .where('tokenHash', '=', hash)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`used_at < now() - ${GRACE_SECONDS} * interval '1 second'`)
    .executeTakeFirst();
  if (spent) await transaction((tx) => endFamily(tx, spent.sessionId, facts));
}
