import type { Refusal } from '#lib/values/refusal.ts';
import { wordedFaults } from '#lib/process/i18n/sentence.server.ts';
import type { Translate } from '#lib/values/languages.ts';

/** A refusal as RFC 9457 `application/problem+json`, every text in the reader's language. */
export function problem(refusal: Refusal, t: Translate, requestId: string): Response {
  const { params, retryAfter, newer, more } = refusal.details;
  const body = {
    ...more,
    type: `about:blank#${refusal.code}`,
    title: t(`refusals.${refusal.code}`, params),
    status: refusal.status,
    code: refusal.code,
    detail: t(`refusals.${refusal.code}`, params),
    errors: wordedFaults(t, refusal.errors),
    ...(newer !== undefined && { newer }),
    requestId,
  };
  const headers = new Headers({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  });
  if (retryAfter) headers.set('retry-after', String(retryAfter));
  return new Response(JSON.stringify(body), { status: refusal.status, headers });
}
