import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseLanguage } from '#lib/values/languages.ts';
import { PackedBody } from './packed-body.server.ts';

/** Keeps the answer that is being given for whoever asks the same next; what set a cookie or went wrong is not kept. */
export type Keep = (answer: { status: number; headers: Headers; body: string; route: string }) => void;

/** Public pages that answer all visitors alike (`alike` of their declaration), each made once and sent to many. */
export interface KeptPages {
  /** Sends the page when it is kept, and gives the pattern of its route; undefined when it has to be made. */
  send(request: IncomingMessage, response: ServerResponse): string | undefined;
  /** What a page that is made now calls to be kept; undefined for a request that could be answered like no other. */
  keeperFor(request: IncomingMessage): Keep | undefined;
}

/** Sentences and settings can change while a development server runs. */
const KEPT_MS = 60_000;
/** One address can be written in many ways. */
const MOST = 100;

interface Kept {
  until: number;
  headers: Record<string, string>;
  body: PackedBody;
  route: string;
}

export function keptPages(): KeptPages {
  const pages = new Map<string, Kept>();

  return {
    send(request, response) {
      const kept = pages.get(keyOf(request) ?? '');
      if (!kept || kept.until < Date.now()) return undefined;
      void answer(kept, request, response);
      return kept.route;
    },
    keeperFor(request) {
      const key = keyOf(request);
      if (key === undefined) return undefined;
      return ({ status, headers, body, route }) => {
        if (status !== 200 || headers.has('set-cookie')) return;
        if (pages.size >= MOST) pages.clear();
        pages.set(key, {
          until: Date.now() + KEPT_MS,
          headers: Object.fromEntries(headers),
          body: new PackedBody(Buffer.from(body)),
          route,
        });
      };
    },
  };
}

/**
 * What the answer depends on: address and language. Undefined for whoever sends a cookie or a token, and for an address
 * with a question: these may be answered in their own way.
 */
function keyOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.includes('?') || headers.cookie !== undefined || headers.authorization !== undefined)
    return undefined;
  return `${chooseLanguage({ acceptLanguage: headers['accept-language'] })} ${url}`;
}

async function answer({ headers, body }: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
