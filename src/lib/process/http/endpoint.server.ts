import type { APIContext, APIRoute, AstroCookies } from 'astro';
import type { Actor, RequestFacts } from '#lib/values/actor.ts';
import { bodyOf } from './body.server.ts';
import type { Translate } from '#lib/values/languages.ts';

/** What a method receives; `P` are the parameters in the file's address that it reads. */
export interface EndpointContext<P extends string = never> {
  actor: Actor;
  params: Readonly<Record<P, string>>;
  url: URL;
  query: URLSearchParams;
  request: Request;
  cookies: AstroCookies;
  locals: App.Locals;
  t: Translate;
  facts: RequestFacts;
  /** The body as an object: JSON, or a form's fields (repeated names become a list); refuses as `bodyOf` does. */
  body(): Promise<Record<string, unknown>>;
}

/**
 * An endpoint's method: calls one operation and responds with its result. A value becomes JSON with 200, nothing 204, a
 * Response is returned unchanged. Refusals are thrown; the middleware turns them into problem+json. The address
 * parameters it reads are named: `endpoint<'id'>(…)` in `[id]/index.ts`.
 */
export function endpoint<const P extends string = never>(
  handler: (context: EndpointContext<P>) => Promise<unknown>,
): APIRoute {
  return async (api) => {
    const result = await handler(contextOf<P>(api));
    if (result instanceof Response) return result;
    return result === undefined ? new Response(null, { status: 204 }) : json(result);
  };
}

/** 201 with the created record. */
export function created(value: unknown): Response {
  return json(value, 201);
}

/** A response of the API: JSON that must not be cached. */
export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** 303: redirects the browser to a page after a form was processed. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path } });
}

/** The facts about a request that are logged with whatever it causes. */
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

function contextOf<P extends string>(api: APIContext): EndpointContext<P> {
  const { locals, request, url, cookies } = api;
  return {
    actor: locals.actor,
    t: locals.t,
    locals,
    request,
    url,
    cookies,
    query: url.searchParams,
    params: api.params as Record<P, string>,
    facts: factsOf(api),
    body: () => bodyOf(request),
  };
}
