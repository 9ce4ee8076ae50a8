import type { APIContext, APIRoute, AstroCookies } from 'astro';
import type { Actor, RequestFacts } from '#lib/values/actor.ts';
import { bodyOf } from './body.server.ts';
import type { Translate } from '#lib/values/languages.ts';

/** What a method is called with; `P` are the names in the file's address that it reads. */
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
  /** The body as an object: JSON, or a form's fields (several of one name become a list); refuses as `bodyOf` does. */
  body(): Promise<Record<string, unknown>>;
}

/**
 * An endpoint's method: calls one operation and answers what it returns. A value becomes JSON with 200, nothing 204, a
 * Response stays as it is. Refusals are thrown; the middleware turns them into problem+json. What it reads of its address
 * it names: `endpoint<'id'>(…)` in `[id]/index.ts`.
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
