import type { APIContext, APIRoute, AstroCookies } from 'astro';
import type { Actor } from '#lib/access/actor.ts';
import type { RequestFacts } from '#lib/access/actor.server.ts';
import { bodyOf } from './body.server.ts';
import type { Translate } from './i18n/languages.ts';

export interface EndpointContext {
  actor: Actor;
  params: Record<string, string>;
  url: URL;
  query: URLSearchParams;
  request: Request;
  cookies: AstroCookies;
  locals: App.Locals;
  t: Translate;
  facts: RequestFacts;
  /** The body as an object: JSON, or a form's fields (several of one name become a list); refuses as `bodyOf` does. */
  body(): Promise<Record<string, unknown>>;
}

/**
 * An endpoint's method: calls one operation and answers what it returns. A value becomes JSON with 200, nothing 204, a
 * Response stays as it is. Refusals are thrown; the middleware turns them into problem+json.
 */
export function endpoint(handler: (context: EndpointContext) => Promise<unknown>): APIRoute {
  return async (api) => {
    const result = await handler(contextOf(api));
    if (result instanceof Response) return result;
    return result === undefined ? new Response(null, { status: 204 }) : json(result);
  };
}

/** 201 with the record that was made. */
export function created(value: unknown): Response {
  return json(value, 201);
}

/** An answer of the API: JSON that nothing on the way may keep. */
export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** 303: the browser goes on to a page after a form has done its work. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path } });
}

/** What is noted of a request wherever something happens because of it. */
export function factsOf(api: Pick<APIContext, 'locals' | 'request'> & { clientAddress?: string }): RequestFacts {
  return { requestId: api.locals.requestId, ip: addressOf(api), userAgent: api.request.headers.get('user-agent') };
}

function addressOf(api: { clientAddress?: string }): string | null {
  try {
    return api.clientAddress ?? null;
  } catch {
    return null;
  }
}

function contextOf(api: APIContext): EndpointContext {
  const { locals, request, url, cookies } = api;
  return {
    actor: locals.actor,
    t: locals.t,
    locals,
    request,
    url,
    cookies,
    query: url.searchParams,
    params: api.params as Record<string, string>,
    facts: factsOf(api),
    body: () => bodyOf(request),
  };
}
