import { defineMiddleware } from 'astro:middleware';

/**
 * What every answer of ours says to the browser; the page's script and style hashes are added by the framework. A page
 * that answers all visitors alike is kept for the next one.
 */
export const policy = defineMiddleware(async (context, next) => {
  const response = await next();
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  if (response.headers.get('content-type') === 'text/html') response.headers.set('content-type', 'text/html; charset=utf-8');
  response.headers.set('content-language', context.locals.language);
  response.headers.append('vary', 'cookie');
  const { keep, page } = context.locals;
  if (!keep || !page?.alike) return response;
  const body = await response.text();
  keep({ status: response.status, headers: response.headers, body });
  return new Response(body, response);
});
