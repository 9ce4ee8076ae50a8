import type { APIContext } from 'astro';
import { languageTags } from '#lib/values/languages.ts';
import type { Refusal } from '#lib/values/refusal.ts';

/**
 * The page while the database is away or its disk is full, in the visitor's language. It is not one of ours: those read settings and the
 * session from that database. A page that was being read asks for itself again; a posted form is not posted twice.
 */
export function awayPage(
  { request, locals: { t, language } }: Pick<APIContext, 'request' | 'locals'>,
  { code, status, details: { retryAfter = 0 } }: Refusal,
): Response {
  const again = request.method === 'GET' ? `<meta http-equiv="refresh" content="${retryAfter}">` : '';
  const title = t('common.failure.title');
  return new Response(
    `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}<title>${title}</title></head><body><main><h1>${title}</h1><p>${t(`refusals.${code}`)}</p></main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': String(retryAfter),
      },
    },
  );
}
