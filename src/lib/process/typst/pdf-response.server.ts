import { disposition } from '#lib/process/files/file-response.server.ts';

/** A PDF to save, under its name. Nothing in it may run or have its type guessed, and it must not be cached. */
export function pdfResponse({ bytes, fileName }: { bytes: Uint8Array; fileName: string }): Response {
  return new Response(Uint8Array.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': disposition('attachment', fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    },
  });
}
