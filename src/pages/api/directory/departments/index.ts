import { can } from '#lib/access/session/page.ts';
import { createDepartment, departments } from '#lib/directory/department.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { department } from '#lib/directory/department.ts';

export const access = { GET: can('Department', 'read'), POST: can('Department', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, departments, query));

export const POST = createEndpoint(department, ({ actor, input }) => createDepartment(actor, input));
