import { fileKinds } from './file-kinds.ts';
import type { StoredFile } from './files.server.ts';

const locked = "default-src 'none'; sandbox";
/** Safari shows nothing of a PDF in a sandbox. The content was found to be PDF, and viewers keep it within walls. */
const framed = "frame-ancestors 'self'";

/**
 * A stored file as an answer. Images and PDF are shown, everything else is saved; nothing in a file may run or be
 * guessed to be of another type, and no cache keeps it.
 */
export function download({ file, content }: { file: StoredFile; content: ReadableStream<Uint8Array> }): Response {
  const kind = fileKinds.find((each) => each.contentType === file.contentType);
  return new Response(content, {
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.sizeBytes),
      'content-disposition': disposition(kind?.inline ? 'inline' : 'attachment', file.fileName),
      'content-security-policy': file.contentType === 'application/pdf' ? framed : locked,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
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
