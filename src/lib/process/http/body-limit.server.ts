import type { IncomingMessage, ServerResponse } from 'node:http';
import { FILES_PATH } from '#lib/process/files/paths.ts';
import { IMPORT_MAX_BYTES, UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { chooseLanguage } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { problem } from './problem.server.ts';

const FORM_MAX_BYTES = 2 * 1024 * 1024;
/** Bytes of a form around the file in it. */
const WRAPPING_BYTES = 64 * 1024;

/**
 * Refuses (413) a body whose announced length is over the limit of its address, before any of it is read; true when it
 * did.
 */
export async function refuseLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<boolean> {
  const limit = limitOf(request);
  if (!(Number(request.headers['content-length'] ?? 0) > limit)) return false;
  const language = chooseLanguage({ acceptLanguage: request.headers['accept-language'] });
  const refusal = new Refusal('file-too-large', 413, { params: { megabytes: megabytesOf(limit) } });
  const answer = problem(refusal, translatorFor(language), requestId);
  response.writeHead(413, { ...Object.fromEntries(answer.headers), connection: 'close' });
  response.end(await answer.text());
  request.resume();
  return true;
}

/**
 * Counts a body of unannounced length while it is read: over the limit of its address, reading fails with an error that
 * names the `megabytes` (body.server.ts turns it into a refusal). An upload counts for itself
 * (files/file-incoming.server.ts).
 */
export function countBody(
  request: IncomingMessage & { body?: AsyncIterable<Uint8Array> },
  response: ServerResponse,
): void {
  if (request.headers['transfer-encoding'] === undefined || isUpload(request)) return;
  // The framework reads this instead of the request itself.
  request.body = counted(
    request,
    limitOf(request),
    () => response.headersSent || response.setHeader('connection', 'close'),
  );
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  tooMuch: () => void,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > limit) {
      tooMuch();
      // Not a Refusal: the built pages have their own copy of that class.
      throw Object.assign(new Error('The body is too large'), { megabytes: megabytesOf(limit) });
    }
    yield chunk;
  }
}

const megabytesOf = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/** Judged by the address as it is routed: `/api/files/../login` is none. */
function isUpload({ method, url = '' }: IncomingMessage): boolean {
  const { pathname = '' } = URL.parse(`http://host${url}`) ?? {};
  return method === 'PUT' && pathname.startsWith(`${FILES_PATH}/`);
}

function limitOf(request: IncomingMessage): number {
  if (isUpload(request)) return UPLOAD_MAX_BYTES;
  return request.headers['content-type']?.startsWith('multipart/form-data')
    ? IMPORT_MAX_BYTES + WRAPPING_BYTES
    : FORM_MAX_BYTES;
}
