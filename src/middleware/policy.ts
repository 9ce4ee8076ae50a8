import { defineMiddleware } from 'astro:middleware';
import { objects } from '#lib/process/files/object-store.server.ts';

/**
 * Headers of every response; the hashes of a page's scripts and styles are added by the framework. A page that is the
 * same for all visitors is cached.
 */
export const policy = defineMiddleware(async (context, next) => {
  const response = await next();
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  if (response.headers.get('content-type') === 'text/html')
    response.headers.set('content-type', 'text/html; charset=utf-8');
  response.headers.set('content-language', context.locals.language);
  response.headers.append('vary', 'cookie');
  if (objects.direct) allowStore(response.headers, objects.direct.origin);
  const { cachePage, page } = context.locals;
  if (!cachePage || !page?.cached) return response;
  const body = await response.text();
  cachePage({ status: response.status, headers: response.headers, body, route: context.locals.route });
  return new Response(body, response);
});

/** Pages upload files to an external store and show pictures from it, where there is one. */
function allowStore(headers: Headers, origin: string): void {
  const current = headers.get('content-security-policy');
  if (current)
    headers.set('content-security-policy', current.replaceAll(/\b(connect-src|img-src) 'self'/g, `$& ${origin}`));
}
