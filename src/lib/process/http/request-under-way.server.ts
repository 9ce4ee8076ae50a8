import { AsyncLocalStorage } from 'node:async_hooks';
import type { Keep } from './cached-pages.server.ts';

/** What a request is found to be on its way: for the log, the metrics and the pages. */
export interface UnderWay {
  requestId: string;
  /** The pattern of the route that was asked for. */
  route?: string | undefined;
  keep?: Keep | undefined;
  actor?: { type: string; id: string };
  statements?: { count: number };
}

const PLACE = Symbol.for('garden.request');

/**
 * The request that is being answered. The framework's adapter hands on what the server says of a request only where the
 * address is that of a route: not for unknown ones, nor for those with a language in them, which middleware answers. In
 * one place for the server and the built pages, which have modules of their own.
 */
export const requestUnderWay: AsyncLocalStorage<UnderWay> = ((globalThis as { [PLACE]?: AsyncLocalStorage<UnderWay> })[
  PLACE
] ??= new AsyncLocalStorage());
