import { defineMiddleware } from 'astro:middleware';

/** What every answer of ours says to the browser; the page's script and style hashes are added by the framework. */
export const policy = defineMiddleware(async (context, next) => {
  const response = await next();
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  if (response.headers.get('content-type') === 'text/html') response.headers.set('content-type', 'text/html; charset=utf-8');
  response.headers.set('content-language', context.locals.language);
  response.headers.append('vary', 'cookie');
  return response;
});
