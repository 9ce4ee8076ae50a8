import '#components/administration/activity-log/entities.ts';
import { can } from '#lib/access/session/page.ts';
import { relaxedExport } from '#lib/administration/relaxed-duties/docs.ts';
import { relaxedFile } from '#lib/administration/relaxed-duties/relaxed-file.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('UserManagementLog', 'export') };
export const docs = { GET: relaxedExport };

export const GET = endpoint(({ actor, query, locals }) => relaxedFile(actor, query, locals));
