import type { AstroCookies } from 'astro';
import { Refusal } from '#lib/values/refusal.ts';
import { COOKIE, cookieNamed } from '#lib/process/http/cookies.server.ts';
import { sessionOfToken } from './access-token.server.ts';
import { rememberDevice } from './known-device.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { REMEMBERED_DAYS, SESSION_COOKIE, renewSession, type SignedIn } from './session.server.ts';
import { signOut, signOutSession } from './sign-out.server.ts';
import { SIGNED_OUT } from './signed-out.ts';
import type { UserData } from './user-data.server.ts';

/** The part of the response that scripts in the browser can read; the refresh token is in the http-only cookie only. */
export interface SessionAnswer {
  accessToken: string;
  userData: UserData;
}

/** Puts the session into the http-only cookie (null removes it). It outlives the browser only when remembered. */
function writeSessionCookie(cookies: AstroCookies, session: Pick<SignedIn, 'refreshToken' | 'remember'> | null): void {
  if (!session) return cookies.delete(SESSION_COOKIE, COOKIE);
  cookies.set(SESSION_COOKIE, session.refreshToken, {
    ...COOKIE,
    ...(session.remember && { maxAge: REMEMBERED_DAYS * 86_400 }),
  });
}

/** Puts the refresh token into the cookie and returns the rest. */
function sessionResponse(cookies: AstroCookies, session: SignedIn): SessionAnswer {
  writeSessionCookie(cookies, session);
  return { accessToken: session.accessToken, userData: session.userData };
}

/** The same for a person who has just come in: from now on the browser is a device of theirs. */
export function signedInResponse(cookies: AstroCookies, session: SignedIn): SessionAnswer {
  rememberDevice(cookies, session.userData.id);
  return sessionResponse(cookies, session);
}

/** Renews the session of the cookie. 401 `invalid-refresh-token` removes the cookie. */
export async function renewSessionOf(cookies: AstroCookies, facts: RequestFacts): Promise<SessionAnswer> {
  try {
    return sessionResponse(cookies, await renewSession(cookies.get(SESSION_COOKIE)?.value ?? '', facts));
  } catch (error) {
    if (error instanceof Refusal) writeSessionCookie(cookies, null);
    throw error;
  }
}

/** Ends the session of the cookie and removes the cookie; without one, that of the Bearer token. Never refuses. */
export async function signOutOf(
  cookies: AstroCookies,
  request: Request,
  facts: RequestFacts,
  reason: 'signed-out' | 'idle',
): Promise<void> {
  const token = cookies.get(SESSION_COOKIE)?.value;
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  writeSessionCookie(cookies, null);
  if (token) return signOut(token, facts, reason);
  const id = bearer && (await sessionOfToken(bearer).catch(() => null));
  if (id) await signOutSession(id, facts, reason);
}

const SIGNED_OUT_COOKIE = cookieNamed(SIGNED_OUT);

/** Ends the session of a browser that signed out when it could not be told; does nothing for any other. */
export async function catchUpSignOut(cookies: AstroCookies, facts: RequestFacts): Promise<void> {
  if (!cookies.has(SIGNED_OUT_COOKIE)) return;
  const token = cookies.get(SESSION_COOKIE)?.value;
  if (token) await signOut(token, facts);
  writeSessionCookie(cookies, null);
  cookies.delete(SIGNED_OUT_COOKIE, COOKIE);
}
