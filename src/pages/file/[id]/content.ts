import { open } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { openLinkedFile } from '#lib/on-records/attachment-links.server.ts';
import { downloadForAnybody } from '#lib/process/files/file-response.server.ts';

/** The address carries its own credential: the token of a link. */
export const access = { GET: open() };

export const GET = endpoint<'id'>(async ({ actor, params, query, request }) =>
  downloadForAnybody(await openLinkedFile(actor, params.id, query, request.headers), request),
);
