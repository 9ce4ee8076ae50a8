import { open } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { download } from '#lib/process/files/file-response.server.ts';
import { acceptUpload, openDownload } from '#lib/process/files/files.server.ts';

/** The address carries its own signature, or the operation checks the actor's right to the file. */
export const access = { PUT: open(), GET: open() };

export const PUT = endpoint<'key'>(async ({ params, query, request }) => {
  await acceptUpload(params.key, query, request.body, request.headers.get('content-type') ?? '');
  return new Response(null, { status: 200 });
});

/** With `?size=96`, `320` or `1600` a picture of at most so many pixels. */
export const GET = endpoint<'key'>(async ({ actor, params, query, request }) =>
  download(await openDownload(actor, params.key, query), request),
);
