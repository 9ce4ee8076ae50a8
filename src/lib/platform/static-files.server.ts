import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Answers a request for a built or public file; false when there is none of that address. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

interface File {
  body: Buffer;
  etag: string;
  type: string;
  /** As the browser accepts it; made at the first request for it, and then kept. */
  packed: Map<Encoding, Promise<Buffer>>;
}

type Encoding = 'br' | 'gzip';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const PACKED = /charset|wasm|x-icon/;
const LEAST_BYTES = 1_024;

/**
 * The files of `folder`, read once: they are small, they are asked for by every page, and a build that replaces them
 * does not take them from under the pages of a garden that runs.
 */
export function staticFiles(folder: string): StaticFiles {
  const files = read(folder);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const file = files.get(path);
    if (file) void send(file, path, request, response);
    return file !== undefined;
  };
}

function read(folder: string): Map<string, File> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const body = readFileSync(path);
      const address = encodeURI(`/${relative(folder, path).split(sep).join('/')}`);
      const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
      return [address, { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`, packed: new Map() }];
    }),
  );
}

async function send(file: File, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hashed = path.startsWith('/_astro/');
  response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  response.setHeader('etag', file.etag);
  if (PACKED.test(file.type)) response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = encodingFor(file, request);
  const body = encoding ? await pack(file, encoding) : file.body;
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor(file: File, request: IncomingMessage): Encoding | undefined {
  if (!PACKED.test(file.type) || file.body.length < LEAST_BYTES) return undefined;
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((encoding) => new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(\\.0*)?(,|$))`).test(accepted));
}

function pack(file: File, encoding: Encoding): Promise<Buffer> {
  const known = file.packed.get(encoding);
  if (known) return known;
  const packed =
    encoding === 'gzip'
      ? promisify(gzip)(file.body, { level: 9 })
      : promisify(brotliCompress)(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
  file.packed.set(encoding, packed);
  return packed;
}
