import type { Download } from './file-download.server.ts';
import { fileKinds } from './file-kinds.ts';
import { rangeIn } from './file-range.ts';

const locked = "default-src 'none'; sandbox";
/** Safari shows nothing of a PDF in a sandbox. The content was found to be PDF, and viewers keep it within walls. */
const framed = "frame-ancestors 'self'";

/**
 * A file as an answer to what was asked: all of it, a part (`Range`), or that nothing has changed. Images and PDF are
 * shown, everything else is saved; nothing in a file may run or be guessed to be of another type. Only the reader's own
 * browser may keep it, and asks each time whether it still may show it.
 */
export async function download(found: Download, asked: Pick<Request, 'method' | 'headers'>): Promise<Response> {
  const headers = headersOf(found);
  if (asked.headers.get('if-none-match')?.split(/,\s*/).includes(found.etag))
    return new Response(null, { status: 304, headers });
  const condition = asked.headers.get('if-range');
  const range =
    condition === null || condition === found.etag ? rangeIn(asked.headers.get('range'), found.sizeBytes) : null;
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${found.sizeBytes}` } });
  const length = range ? range.end - range.start + 1 : found.sizeBytes;
  const part = range && { 'content-range': `bytes ${range.start}-${range.end}/${found.sizeBytes}` };
  const body = asked.method === 'HEAD' ? null : await found.read(range ?? undefined);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: { ...headers, ...part, 'content-length': String(length) },
  });
}

/** The same for whoever holds a link: no copy stays in a browser that may be everybody's, and no search engine lists it. */
export async function downloadForAnybody(
  found: Download,
  asked: Pick<Request, 'method' | 'headers'>,
): Promise<Response> {
  const answer = await download(found, asked);
  answer.headers.set('cache-control', 'private, no-store, no-transform');
  answer.headers.set('x-robots-tag', 'noindex, nofollow');
  answer.headers.set('referrer-policy', 'no-referrer');
  return answer;
}

function headersOf(found: Download): Record<string, string> {
  return {
    'content-type': found.contentType,
    'content-disposition': dispositionOf(found),
    'content-security-policy': found.contentType === 'application/pdf' ? framed : locked,
    'x-content-type-options': 'nosniff',
    // A part of what was compressed on the way would be a part of something else.
    'cache-control': 'private, no-cache, no-transform',
    'accept-ranges': 'bytes',
    etag: found.etag,
  };
}

/** Whether a file is shown or saved, and under which name. */
export function dispositionOf({ contentType, fileName }: { contentType: string; fileName: string }): string {
  const kind = fileKinds.find((each) => each.contentType === contentType);
  return disposition(kind?.inline ? 'inline' : 'attachment', fileName);
}

/** The header content-disposition, by RFC 6266 with RFC 5987: a name in ASCII for old programs, the real one for all others. */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, percent);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
