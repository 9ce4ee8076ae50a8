import { can } from '#lib/access/page.ts';
import { restoreRole, retireRole } from '#lib/directory/role.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Role', 'update'), DELETE: can('Role', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => retireRole(actor, seenOf(params.id, await body())));

export const DELETE = endpoint(async ({ actor, params, body }) => restoreRole(actor, seenOf(params.id, await body())));
