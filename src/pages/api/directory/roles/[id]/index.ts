import { can } from '#lib/access/page.ts';
import { getRole, updateRole } from '#lib/directory/role.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Role', 'show', 'update'), PATCH: can('Role', 'update') };

/** With `permissions`: what the role allows. */
export const GET = endpoint(({ actor, params }) => getRole(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateRole(actor, seenOf(params.id, input), input);
});
