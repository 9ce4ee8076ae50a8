import type { AstroGlobal } from 'astro';

/** What a page hands to whoever answers the forms that are posted to it. */
export type PostedPage = Pick<
  AstroGlobal,
  'request' | 'locals' | 'url' | 'params' | 'cookies' | 'redirect' | 'response'
>;
