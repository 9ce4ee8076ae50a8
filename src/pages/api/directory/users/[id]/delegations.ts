import { can } from '#lib/access/page.ts';
import { createDelegation, delegationsOf } from '#lib/approvals/delegation.server.ts';
import { users } from '#lib/directory/user.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'update'), POST: can('User', 'update') };

export const GET = endpoint(async ({ actor, params }) => ({
  items: await delegationsOf(actor, (await users.get(actor, params.id!, ['update'])).id),
}));

/** Names a stand-in for somebody else. */
export const POST = endpoint(async ({ actor, params, body }) =>
  created(await createDelegation(actor, await body(), (await users.get(actor, params.id!, ['update'])).id)),
);
