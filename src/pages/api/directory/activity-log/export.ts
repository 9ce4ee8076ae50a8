import '#components/activity/entities.ts';
import { can } from '#lib/access/page.ts';
import { logFile } from '#lib/activity/log-file.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { logExport } from '#lib/activity/log-docs.ts';

export const access = { GET: can('UserManagementLog', 'export') };
export const docs = { GET: logExport };

export const GET = endpoint(({ actor, query, locals }) => logFile(actor, query, locals));
