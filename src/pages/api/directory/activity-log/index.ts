import { can } from '#lib/access/page.ts';
import { readLogQuery } from '#lib/activity/log-query.ts';
import { readLog } from '#lib/activity/log.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { logReading } from '#lib/activity/log-docs.ts';

export const access = { GET: can('UserManagementLog', 'user-activity-log-read') };
export const docs = { GET: logReading };

export const GET = endpoint(({ actor, query }) => readLog(actor, readLogQuery(query)));
