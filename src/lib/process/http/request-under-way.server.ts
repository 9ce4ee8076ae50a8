import { AsyncLocalStorage } from 'node:async_hooks';
import type { CachePage } from './cached-pages.server.ts';

/** Facts found while a request is handled: for the log, the metrics and the pages. */
export interface UnderWay {
  requestId: string;
  /** The pattern of the requested route. */
  route?: string | undefined;
  cachePage?: CachePage | undefined;
  actor?: { type: string; id: string };
  statements?: { count: number };
}

const PLACE = Symbol.for('app.request');

/**
 * The request being answered. The framework's adapter passes on the server's facts about a request only where the
 * address is a route: not for unknown ones, nor for those with a language in them, which the middleware answers. Stored
 * in one place for the server and the built pages, which have modules of their own.
 */
export const requestUnderWay: AsyncLocalStorage<UnderWay> = ((globalThis as { [PLACE]?: AsyncLocalStorage<UnderWay> })[
  PLACE
] ??= new AsyncLocalStorage());
