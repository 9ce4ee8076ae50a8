import { can } from '#lib/access/page.ts';
import { getDepartment, updateDepartment } from '#lib/directory/department.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Department', 'read', 'update'), PATCH: can('Department', 'update') };

export const GET = endpoint(({ actor, params }) => getDepartment(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateDepartment(actor, seenOf(params.id, input), input);
});
