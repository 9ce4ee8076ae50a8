import { can } from '#lib/access/page.ts';
import { closeDepartment, reopenDepartment } from '#lib/directory/department.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Department', 'update'), DELETE: can('Department', 'update') };

export const POST = endpoint(async ({ actor, params, body }) =>
  closeDepartment(actor, seenOf(params.id, await body())),
);

export const DELETE = endpoint(async ({ actor, params, body }) =>
  reopenDepartment(actor, seenOf(params.id, await body())),
);
