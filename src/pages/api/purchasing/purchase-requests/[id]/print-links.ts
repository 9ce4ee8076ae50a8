import { can } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { createPrfLink, prfLinksOf, revokePrfLink } from '#lib/purchasing/purchase-request-prf-links.server.ts';
import { SHOW } from '#lib/purchasing/purchase-request-rights.ts';
import { printLinkEnding, printLinkMaking, printLinks } from '#lib/purchasing/purchase-request-docs.ts';

const shown = can('PurchaseRequest', ...SHOW);

export const access = { GET: shown, POST: shown, DELETE: shown };
export const docs = { GET: printLinks, POST: printLinkMaking, DELETE: printLinkEnding };

export const GET = endpoint(async ({ actor, params }) => {
  const items = await prfLinksOf(actor, params.id!);
  return { items, total: items.length, page: 1, perPage: items.length };
});

export const POST = endpoint(async ({ actor, params }) => created(await createPrfLink(actor, params.id!)));

/** The link is named by `?link=` or in the body: `{ link }`. */
export const DELETE = endpoint(async ({ actor, params, query, body }) =>
  revokePrfLink(actor, params.id!, query.get('link') ?? String((await body()).link ?? '')),
);
