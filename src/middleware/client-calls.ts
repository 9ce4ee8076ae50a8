import { defineMiddleware } from 'astro:middleware';
import { recordCall } from '#lib/directory/app-client/calls.server.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { isApi } from './refusals.ts';

/**
 * Added to every call of an app client, whatever its result: an entry in its log, and headers about its rate limit. An
 * invalid token is reported in the format of RFC 6750.
 */
export const clientCalls = defineMiddleware(async (context, next) => {
  const response = await next();
  const { headers, status } = response;
  if (isApi(context) && !headers.has('www-authenticate')) {
    const isSent = context.request.headers.has('authorization');
    if (status === 401) headers.set('www-authenticate', `Bearer realm="api"${isSent ? ', error="invalid_token"' : ''}`);
    if (status === 403 && context.locals.clientCall)
      headers.set('www-authenticate', 'Bearer realm="api", error="insufficient_scope"');
  }
  const call = context.locals.clientCall;
  if (!call) return response;
  if (call.limit) {
    headers.set('ratelimit-policy', `"minute";q=${call.limit.points};w=60`);
    headers.set(
      'ratelimit',
      `"minute";r=${call.limit.left};t=${status === 429 ? headers.get('retry-after') : call.limit.seconds}`,
    );
  }
  const { method } = context.request;
  await recordCall(call, { method, path: context.url.pathname, status, ...factsOf(context) }).catch((error: unknown) =>
    log.error({ err: error, requestId: context.locals.requestId }, 'a call of an app client could not be noted'),
  );
  return response;
});
