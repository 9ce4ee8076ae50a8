import { signedIn } from '#lib/access/session/page.ts';
import { createFileLink, fileLinksOf, revokeFileLink } from '#lib/on-records/attachment-links.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

/** The operations check whether the person may change the files of the record. */
export const access = { GET: signedIn(), POST: signedIn(), DELETE: signedIn() };

export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const items = await fileLinksOf(actor, params.id);
  return { items, total: items.length, page: 1, perPage: items.length };
});

export const POST = endpoint<'id'>(async ({ actor, params }) => created(await createFileLink(actor, params.id)));

/** The link is named by `?link=` or in the body: `{ link }`. */
export const DELETE = endpoint<'id'>(async ({ actor, params, query, body }) =>
  revokeFileLink(actor, params.id, query.get('link') ?? String((await body()).link ?? '')),
);
