import type { AstroGlobal } from 'astro';

/** What a page passes to the handler of the forms posted to it. */
export type PostedPage = Pick<
  AstroGlobal,
  'request' | 'locals' | 'url' | 'params' | 'cookies' | 'redirect' | 'response'
>;
