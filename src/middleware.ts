import { sequence } from 'astro:middleware';
import '#lib/modules.server.ts';
import { startListening } from '#lib/process/database/listen.server.ts';
import { access } from './middleware/access.ts';
import { clientCalls } from './middleware/client-calls.ts';
import { identity } from './middleware/identity.ts';
import { language } from './middleware/language.ts';
import { policy } from './middleware/policy.ts';
import { recent } from './middleware/recent.ts';
import { refusals } from './middleware/refusals.ts';
import { request } from './middleware/request.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { session } from './middleware/session.ts';

// Drops this process's caches of settings and holidays when another process changes them.
startListening();

/**
 * The middleware of every request, in this order; a page or an endpoint never runs before `access` has permitted it.
 */
export const onRequest = sequence(
  request,
  clientCalls,
  language,
  refusals,
  policy,
  sameOrigin,
  session,
  identity,
  access,
  recent,
);
