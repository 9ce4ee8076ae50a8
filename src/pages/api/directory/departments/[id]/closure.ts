import { can } from '#lib/access/session/page.ts';
import { closeDepartment, reopenDepartment } from '#lib/directory/department.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Department', 'update'), DELETE: can('Department', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  closeDepartment(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  reopenDepartment(actor, shownVersionOf(params.id, await body())),
);
