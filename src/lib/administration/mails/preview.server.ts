import type { ReadMail } from './mail.server.ts';

/** No scripts, no external resources, no links to follow; only our own pages may show it in a frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** A mail as its reader sees it, as a document of its own. */
export function previewOf({ bodyHtml }: Pick<ReadMail, 'bodyHtml'>): Response {
  return new Response(bodyHtml ?? '', {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
