import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { CompressedBody } from './compressed-body.server.ts';

/** Answers a request for a built or public file; false when there is none at that address. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

interface File {
  body: CompressedBody;
  etag: string;
  type: string;
}

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

/**
 * The files of `folder`, read once: they are small, every page needs them, and a build that replaces them does not
 * affect the pages of an app that is running.
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
      return [
        address,
        {
          body: new CompressedBody(body),
          type,
          etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        },
      ];
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
  const encoding = PACKED.test(file.type) ? file.body.encodingFor(request) : undefined;
  const body = await file.body.in(encoding);
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
