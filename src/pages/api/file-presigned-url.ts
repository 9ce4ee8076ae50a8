import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { presignDownload } from '#lib/process/files/files.server.ts';

export const access = { POST: signedIn() };

export const POST = endpoint(async ({ actor, body }) => presignDownload(actor, await body()));
