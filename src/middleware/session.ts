import { defineMiddleware } from 'astro:middleware';
import { sql } from 'kysely';
import { sessionApi } from '#lib/access/paths.ts';
import { sessionOfToken } from '#lib/access/session/access-token.server.ts';
import { abilityOf, actorOfSession } from '#lib/access/session/actor.server.ts';
import { SESSION_COOKIE, actorOfCookie } from '#lib/access/session/session.server.ts';
import { TOKEN_PREFIX, actorOfClientToken } from '#lib/directory/app-client/token.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { takeFlash } from '#lib/process/http/flash.server.ts';
import { speak } from './language.ts';
import { isApi } from './refusals.ts';

/** Finds out who asks: the Bearer token of a session or of an app client, else the session cookie. A token that is not good is a 401, never a fallback. */
export const session = defineMiddleware(async (context, next) => {
  if (context.isPrerendered || COOKIELESS.has(context.routePattern)) return next();
  const facts = factsOf(context);
  const bearer = /^Bearer (.+)$/i.exec(context.request.headers.get('authorization') ?? '')?.[1];
  const cookie = context.cookies.get(SESSION_COOKIE)?.value;
  const touch = context.request.headers.get('x-background') === null;
  // Tokens open the API alone. With one a page is shown as to a visitor: never by it, and not by the cookie beside it.
  if (bearer && !isApi(context)) return next();
  if (bearer?.startsWith(TOKEN_PREFIX)) {
    context.locals.actor = await actorOfClientToken(bearer, facts, (call) => (context.locals.clientCall = call));
    return next();
  }
  const actor = bearer
    ? await actorOfSession(sql<string>`${await sessionOfToken(bearer)}`, facts, touch)
    : cookie
      ? await actorOfCookie(cookie, facts, touch)
      : null;
  if (bearer && !actor) throw new Refusal('not-signed-in', 401);
  if (actor) {
    // Until a one-time password has been changed its owner has no rights, at the doors that ask nobody to sign in either.
    context.locals.actor = actor.mustChangePassword ? { ...actor, ability: abilityOf([]) } : actor;
    speak(context, actor.language);
  }
  // A message is for the next page: what a page asks of the API in between must not use it up.
  if (!isApi(context)) context.locals.flash = takeFlash(context.cookies);
  return next();
});

/** These read the cookie themselves, or go by a proof of their own; counting them as a page's use of it would race with the renewal. */
const COOKIELESS = new Set([
  sessionApi.signIn,
  sessionApi.secondFactor,
  sessionApi.passkey,
  sessionApi.passkeyOptions,
  sessionApi.refresh,
  sessionApi.signOut,
  sessionApi.token,
]);
