import { open } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { openLinkedFile } from '#lib/platform/attachment-links.server.ts';
import { downloadForAnybody } from '#lib/platform/file-response.server.ts';

/** The address carries its own proof: the token of a link. */
export const access = { GET: open() };

export const GET = endpoint(async ({ actor, params, query, request }) =>
  downloadForAnybody(await openLinkedFile(actor, params.id!, query, request.headers.get('range')), request),
);
