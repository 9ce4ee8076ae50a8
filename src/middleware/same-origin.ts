import { defineMiddleware } from 'astro:middleware';
import { sessionApi } from '#lib/access/paths.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { isOwnOrigin } from '#lib/process/http/request.server.ts';
import { isApi } from './refusals.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** These use the cookie, whatever token is sent along. */
const BY_COOKIE = new Set([
  sessionApi.signIn,
  sessionApi.secondFactor,
  sessionApi.passkey,
  sessionApi.refresh,
  sessionApi.signOut,
]);

/**
 * A change must come from one of our pages, whatever its content type. A request that carries its own proof instead of
 * the cookie (a Bearer token, an upload's signature) cannot be forged by another site and passes.
 */
export const sameOrigin = defineMiddleware((context, next) => {
  const { method, headers } = context.request;
  if (
    READING.has(method) ||
    (isApi(context) && headers.get('authorization')?.startsWith('Bearer ') && !BY_COOKIE.has(context.routePattern))
  )
    return next();
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const ours = origin === null || isOwnOrigin(origin, headers.get('host'));
  if (!ours || (site !== null && site !== 'same-origin' && site !== 'none')) throw new Refusal('cross-origin', 403);
  return next();
});
