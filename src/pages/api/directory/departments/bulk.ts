import { can } from '#lib/access/page.ts';
import { closeDepartment, departments, reopenDepartment } from '#lib/directory/department.server.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Department', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeDepartment, reopen: reopenDepartment }, await body(), () => departments),
);
