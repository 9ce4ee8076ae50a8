import { can } from '#lib/access/session/page.ts';
import { closeDepartment, departments, reopenDepartment } from '#lib/directory/department.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Department', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeDepartment, reopen: reopenDepartment }, await body(), () => departments),
);
