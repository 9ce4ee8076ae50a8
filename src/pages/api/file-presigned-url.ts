import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { presignDownload } from '#lib/platform/files.server.ts';

export const access = { POST: signedIn() };

export const POST = endpoint(async ({ actor, body }) => presignDownload(actor, await body()));
