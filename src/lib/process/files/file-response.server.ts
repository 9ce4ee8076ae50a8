import type { Download } from './file-download.server.ts';
import { fileKinds } from './file-kinds.ts';
import { rangeIn } from './file-range.ts';

const locked = "default-src 'none'; sandbox";
/**
 * Safari does not display a PDF in a sandbox. The content was verified to be PDF, and viewers are sandboxed themselves.
 */
const framed = "frame-ancestors 'self'";

/**
 * A file as a response: all of it, a range, or 304 Not Modified. Images and PDF are displayed, everything else is
 * saved; nothing in a file may run or have its type guessed. Only the reader's own browser may cache it, and it
 * revalidates each time.
 */
export async function download(found: Download, asked: Pick<Request, 'method' | 'headers'>): Promise<Response> {
  const headers = headersOf(found);
  if (asked.headers.get('if-none-match')?.split(/,\s*/).includes(found.etag))
    return new Response(null, { status: 304, headers });
  const range = rangeAskedOf(found, asked.headers);
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

/** The range of the file that is asked for; null where all of it is sent, as when it has changed since (`if-range`). */
export function rangeAskedOf({ etag, sizeBytes }: Download, headers: Headers): ReturnType<typeof rangeIn> {
  const condition = headers.get('if-range');
  return condition === null || condition === etag ? rangeIn(headers.get('range'), sizeBytes) : null;
}

/**
 * The same for anyone who holds a link: not cached by the browser, which may be a shared one, and not indexed by search
 * engines.
 */
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
    // A range of compressed content would be a range of something else.
    'cache-control': 'private, no-cache, no-transform',
    'accept-ranges': 'bytes',
    etag: found.etag,
  };
}

/** Whether a file is displayed or saved, and under which name. */
export function dispositionOf({ contentType, fileName }: { contentType: string; fileName: string }): string {
  const kind = fileKinds.find((each) => each.contentType === contentType);
  return disposition(kind?.inline ? 'inline' : 'attachment', fileName);
}

/**
 * The header content-disposition, by RFC 6266 with RFC 5987: an ASCII name for old programs, the real one for all
 * others.
 */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, percent);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
