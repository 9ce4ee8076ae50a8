import { can } from '#lib/access/session/page.ts';
import { relaxedReading } from '#lib/administration/relaxed-duties/docs.ts';
import { caseAnswer } from '#lib/administration/relaxed-duties/answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('UserManagementLog', 'user-activity-log-read') };
export const docs = { GET: relaxedReading };

export const GET = endpoint(({ actor, query }) => caseAnswer(actor, query));
