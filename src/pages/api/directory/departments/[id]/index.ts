import { can } from '#lib/access/session/page.ts';
import { getDepartment, updateDepartment } from '#lib/directory/department.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Department', 'read', 'update'), PATCH: can('Department', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getDepartment(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateDepartment(actor, shownVersionOf(params.id, input), input);
});
