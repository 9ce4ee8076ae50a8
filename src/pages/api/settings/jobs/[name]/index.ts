import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { getJob } from '#lib/administration/jobs/jobs.server.ts';
import { readRunsQuery } from '#lib/process/jobs/runs-query.ts';
import { jobReading } from '#lib/administration/jobs/jobs-docs.ts';

export const access = { GET: can('Job', 'read') };
export const docs = { GET: jobReading };

export const GET = endpoint<'name'>(({ actor, params, query }) => getJob(actor, params.name, readRunsQuery(query)));
