import { can } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { createPrintLink, printLinksOf, revokePrintLink } from '#lib/purchasing/purchase-request-print-links.server.ts';
import { SHOW } from '#lib/purchasing/purchase-request-rights.ts';

const shown = can('PurchaseRequest', ...SHOW);

export const access = { GET: shown, POST: shown, DELETE: shown };

export const GET = endpoint(async ({ actor, params }) => {
  const items = await printLinksOf(actor, params.id!);
  return { items, total: items.length, page: 1, perPage: items.length };
});

export const POST = endpoint(async ({ actor, params }) => created(await createPrintLink(actor, params.id!)));

/** The link is named by `?link=` or in the body: `{ link }`. */
export const DELETE = endpoint(async ({ actor, params, query, body }) => revokePrintLink(actor, params.id!, query.get('link') ?? String((await body()).link ?? '')));
