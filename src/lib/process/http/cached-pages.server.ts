import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseLanguage } from '#lib/values/languages.ts';
import { CompressedBody } from './compressed-body.server.ts';

/** Caches the response being given for later visitors; one that sets a cookie or is an error is not cached. */
export type CachePage = (answer: { status: number; headers: Headers; body: string; route: string }) => void;

/** Public pages that are the same for all visitors (`cached` in their declaration), rendered once and sent to many. */
export interface CachedPages {
  /** Sends the page if it is cached, and returns its route pattern; undefined when it must be rendered. */
  send(request: IncomingMessage, response: ServerResponse): string | undefined;
  /** Called by a page being rendered to cache it; undefined for a request whose response cannot be shared. */
  cachePageFor(request: IncomingMessage): CachePage | undefined;
}

/** Texts and settings can change while a development server runs. */
const CACHED_MS = 60_000;
/** The same address can be written in many ways. */
const MOST = 100;

interface CachedPage {
  until: number;
  headers: Record<string, string>;
  body: CompressedBody;
  route: string;
}

/** The public pages that this process has rendered lately: sent again to visitors without a cookie, for `CACHED_MS`. */
export function cachedPages(): CachedPages {
  const pages = new Map<string, CachedPage>();

  return {
    send(request, response) {
      const cached = pages.get(keyOf(request) ?? '');
      if (!cached || cached.until < Date.now()) return undefined;
      void answer(cached, request, response);
      return cached.route;
    },
    cachePageFor(request) {
      const key = keyOf(request);
      if (key === undefined) return undefined;
      return ({ status, headers, body, route }) => {
        if (status !== 200 || headers.has('set-cookie')) return;
        if (pages.size >= MOST) pages.clear();
        pages.set(key, {
          until: Date.now() + CACHED_MS,
          headers: Object.fromEntries(headers),
          body: new CompressedBody(Buffer.from(body)),
          route,
        });
      };
    },
  };
}

/**
 * The cache key: address and language. Undefined for requests with a cookie or a token, and for addresses with a query:
 * their responses may differ.
 */
function keyOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.includes('?') || headers.cookie !== undefined || headers.authorization !== undefined)
    return undefined;
  return `${chooseLanguage({ acceptLanguage: headers['accept-language'] })} ${url}`;
}

async function answer(
  { headers, body }: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = body.encodingFor(request);
  const bytes = await body.in(encoding);
  response.writeHead(200, {
    'cache-control': 'no-store',
    ...headers,
    vary: 'cookie, accept-language, accept-encoding',
    'content-length': bytes.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(bytes);
}
