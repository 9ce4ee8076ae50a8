import { z } from 'zod';
import { can } from '#lib/access/page.ts';
import { runBulk } from '#lib/kernel/bulk.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { bulkActs } from '#lib/purchasing/purchase-request-list.server.ts';
import { CANCEL } from '#lib/purchasing/purchase-request.server.ts';

export const access = { POST: can('PurchaseRequest', ...CANCEL) };

const bulkSchema = z.object({
  act: z.enum(['withdraw', 'cancel'], 'not-a-choice'),
  rows: z.array(z.object({ id: z.string(), version: z.int() })).min(1, 'required').max(200, 'too-many-rows'),
});

/** Does an act to several requests: `{ act, rows: [{ id, version }] }` answers `{ act, done, refused }`, row by row. */
export const POST = endpoint(async ({ actor, body }) => {
  const { act, rows } = parse(bulkSchema, await body());
  return runBulk(actor, act, bulkActs[act]!, rows.map(({ id, version }) => `${id}:${version}`));
});
