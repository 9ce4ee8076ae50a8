import { createHmac } from 'node:crypto';
import { cookieNamed } from '#lib/process/http/cookies.server.ts';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '#lib/values/refusal.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { signAccessToken } from './access-token.server.ts';
import { LIVE, actorOfRefreshToken, actorOfSession } from './actor.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { publicActor, type Actor } from '#lib/values/actor.ts';
import type { Factor } from './factor.ts';
import { secretHashOf, newToken } from '#lib/access/tokens/secret-token.ts';
import { userDataOf, type UserData } from './user-data.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    sessions: Table<
      {
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
      },
      'createdAt' | 'lastActiveAt' | 'factor'
    >;
    refreshTokens: Table<{ tokenHash: Buffer; sessionId: string; issuedAt: string; usedAt: string | null }, 'issuedAt'>;
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

/** What the browser stores (specification, section 7), and the refresh token for the http-only cookie. */
export interface SignedIn {
  accessToken: string;
  userData: UserData;
  refreshToken: string;
  remember: boolean;
}

/** The http-only cookie that carries the refresh token. */
export const SESSION_COOKIE = cookieNamed('garden_session');
/** Days a remembered session lives; others end after a day at the latest. */
export const REMEMBERED_DAYS = 30;
/**
 * Seconds for which the previous token is still accepted: a page requested during the renewal may carry it, and a
 * renewal whose response was lost with the page that asked for it is asked for again.
 */
const GRACE_SECONDS = 30;
const WITHIN_GRACE = sql<boolean>`used_at > now() - ${GRACE_SECONDS} * interval '1 second'`;

/**
 * Opens a session for a person whose password (or other proof, the `factor`) has been checked. A new id every time,
 * which prevents session fixation.
 */
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
      provedAt: sql<string>`now()`,
      ip: facts.ip,
      userAgent: facts.userAgent?.slice(0, 400) ?? null,
      expiresAt: new Date(Date.now() + (remember ? REMEMBERED_DAYS : 1) * 86_400_000).toISOString(),
    })
    .execute();
  return { id, refreshToken: await issueToken(tx, id) };
}

/** The response to the browser for a live session. */
export async function sessionAnswerOf(
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
 * Renews a session: the token is used up and the next one issued. Asked again within the grace period, the response is
 * the same; a token used up before that ends the whole family, because two parties hold it. 401
 * `invalid-refresh-token` for every failure.
 */
export async function renewSession(token: string, facts: RequestFacts): Promise<SignedIn> {
  const renewed = await transaction(async (tx) => {
    const known = await lockedToken(tx, token);
    if (!known) return null;
    if (known.usedAt && !known.withinGrace) return endFamily(tx, known.sessionId, facts);
    const { rows } = await sql<{
      remember: boolean;
    }>`select s.remember from sessions s join users u on u.id = s.user_id where s.id = ${known.sessionId} and ${LIVE}`.execute(
      tx,
    );
    if (!rows[0]) return null;
    const refreshToken = known.usedAt ? await newestAfter(tx, token) : await useUp(tx, token, known.sessionId);
    return { id: known.sessionId, remember: rows[0].remember, refreshToken };
  });
  const actor = renewed && (await actorOfSession(renewed.id, facts, false));
  if (!renewed || !actor) throw new Refusal('invalid-refresh-token', 401);
  return sessionAnswerOf(renewed, actor);
}

/** The actor behind a page request's cookie, or null. Replaying a token used up long ago ends its family. */
export async function actorOfCookie(token: string, facts: RequestFacts, touch: boolean): Promise<Actor | null> {
  const hash = secretHashOf(token);
  const actor = await actorOfRefreshToken(hash, GRACE_SECONDS, facts, touch);
  if (!actor) await noticeReplay(hash, facts);
  return actor;
}

function lockedToken(tx: Tx, token: string) {
  return tx
    .selectFrom('refreshTokens')
    .select(['sessionId', 'usedAt', WITHIN_GRACE.as('withinGrace')])
    .where('tokenHash', '=', secretHashOf(token))
    .forUpdate()
    .executeTakeFirst();
}

async function useUp(tx: Tx, token: string, sessionId: string): Promise<string> {
  await tx
    .updateTable('refreshTokens')
    .set({ usedAt: sql<string>`now()` })
    .where('tokenHash', '=', secretHashOf(token))
    .execute();
  return issueToken(tx, sessionId, nextTokenAfter(token));
}

/** The first token after this one that was not used up yet. */
async function newestAfter(tx: Tx, token: string): Promise<string> {
  const next = nextTokenAfter(token);
  const known = await lockedToken(tx, next);
  return known?.usedAt ? newestAfter(tx, next) : next;
}

/**
 * The same every time, so that a renewal can be repeated although only hashes are stored; without APP_SECRET nobody can
 * reckon it from the token before.
 */
function nextTokenAfter(token: string): string {
  return createHmac('sha256', `refresh-token:${config.appSecret}`).update(token).digest('base64url');
}

async function issueToken(tx: Tx, sessionId: string, token = newToken()): Promise<string> {
  await tx
    .insertInto('refreshTokens')
    .values({ tokenHash: secretHashOf(token), sessionId })
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
    .where('usedAt', 'is not', null)
    .where(sql<boolean>`not (${WITHIN_GRACE})`)
    .executeTakeFirst();
  if (spent) await transaction((tx) => endFamily(tx, spent.sessionId, facts));
}
