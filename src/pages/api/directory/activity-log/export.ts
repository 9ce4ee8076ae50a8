import '#components/administration/activity-log/entities.ts';
import { can } from '#lib/access/session/page.ts';
import { logFile } from '#lib/administration/activity-log/log-file.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { logExport } from '#lib/administration/activity-log/log-docs.ts';

export const access = { GET: can('UserManagementLog', 'export') };
export const docs = { GET: logExport };

export const GET = endpoint(({ actor, query, locals }) => logFile(actor, query, locals));
