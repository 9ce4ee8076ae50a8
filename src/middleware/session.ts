import { defineMiddleware } from 'astro:middleware';
import { sessionApi } from '#lib/access/paths.ts';
import { sessionOfToken } from '#lib/access/session/access-token.server.ts';
import { abilityOf, actorOfSession } from '#lib/access/session/actor.server.ts';
import { firstRequiredAction } from '#lib/access/session/guard.server.ts';
import { catchUpSignOut } from '#lib/access/session/session-cookie.server.ts';
import { SESSION_COOKIE, actorOfCookie } from '#lib/access/session/session.server.ts';
import { TOKEN_PREFIX, actorOfClientToken } from '#lib/directory/app-client/token.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { takeFlash } from '#lib/process/http/flash.server.ts';
import { speak } from './language.ts';
import { isApi } from './refusals.ts';

/**
 * Finds the actor: the Bearer token of a session or of an app client, else the session cookie. An invalid token is a
 * 401, never a fallback.
 */
export const session = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const facts = factsOf(context);
  await catchUpSignOut(context.cookies, facts);
  if (COOKIELESS.has(context.routePattern)) return next();
  const bearer = /^Bearer (.+)$/i.exec(context.request.headers.get('authorization') ?? '')?.[1];
  const cookie = context.cookies.get(SESSION_COOKIE)?.value;
  const touch = context.request.headers.get('x-background') === null;
  // Tokens are for the API only. A page requested with one is shown as to a visitor: neither the token nor the cookie
  // beside it is used.
  if (bearer && !isApi(context)) return next();
  if (bearer?.startsWith(TOKEN_PREFIX)) {
    context.locals.actor = await actorOfClientToken(bearer, facts, (call) => (context.locals.clientCall = call));
    return next();
  }
  const actor = bearer
    ? await actorOfSession(await sessionOfToken(bearer), facts, touch)
    : cookie
      ? await actorOfCookie(cookie, facts, touch)
      : null;
  if (bearer && !actor) throw new Refusal('not-signed-in', 401);
  if (actor) {
    // Until a one-time password has been changed, or a required second factor set up, its owner has no rights,
    // including on routes that need no sign-in.
    context.locals.actor = firstRequiredAction(actor) ? { ...actor, ability: abilityOf([]) } : actor;
    speak(context, actor.language);
  }
  // A message is for the next page: API calls of a page in between must not use it up.
  if (!isApi(context)) context.locals.flash = takeFlash(context.cookies);
  return next();
});

/**
 * These read the cookie themselves, or use a proof of their own; counting them as a page's use of it would race with
 * the renewal.
 */
const COOKIELESS = new Set([
  sessionApi.signIn,
  sessionApi.secondFactor,
  sessionApi.passkey,
  sessionApi.passkeyOptions,
  sessionApi.refresh,
  sessionApi.signOut,
  sessionApi.token,
]);
