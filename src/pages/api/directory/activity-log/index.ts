import { can } from '#lib/access/session/page.ts';
import { readLogQuery } from '#lib/administration/activity-log/log-query.ts';
import { readLog } from '#lib/administration/activity-log/log-reading.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { logReading } from '#lib/administration/activity-log/log-docs.ts';

export const access = { GET: can('UserManagementLog', 'user-activity-log-read') };
export const docs = { GET: logReading };

export const GET = endpoint(({ actor, query }) => readLog(actor, readLogQuery(query)));
