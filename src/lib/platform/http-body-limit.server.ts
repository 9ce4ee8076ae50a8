import type { IncomingMessage, ServerResponse } from 'node:http';
import { IMPORT_MAX_BYTES, UPLOAD_MAX_BYTES } from '#lib/kernel/constants.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { chooseLanguage } from './i18n/languages.ts';
import { translatorFor } from './i18n/translator.server.ts';
import { problem } from './problem.server.ts';

const FORM_MAX_BYTES = 2 * 1024 * 1024;
/** What surrounds a file in a form. */
const WRAPPING_BYTES = 64 * 1024;

/** Refuses (413) a body that announces more than its address takes, before any of it is read; true when it did. */
export async function refuseLargeBody(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<boolean> {
  const limit = limitOf(request);
  if (!(Number(request.headers['content-length'] ?? 0) > limit)) return false;
  const language = chooseLanguage({ acceptLanguage: request.headers['accept-language'] });
  const refusal = new Refusal('file-too-large', 413, { params: { megabytes: Math.floor(limit / 1024 / 1024) } });
  const answer = problem(refusal, translatorFor(language), requestId);
  response.writeHead(413, { ...Object.fromEntries(answer.headers), connection: 'close' });
  response.end(await answer.text());
  request.resume();
  return true;
}

function limitOf({ url, headers }: IncomingMessage): number {
  if (url?.startsWith('/api/files/')) return UPLOAD_MAX_BYTES;
  return headers['content-type']?.startsWith('multipart/form-data') ? IMPORT_MAX_BYTES + WRAPPING_BYTES : FORM_MAX_BYTES;
}
