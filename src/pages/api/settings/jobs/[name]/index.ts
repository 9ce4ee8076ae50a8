import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { getJob } from '#lib/platform/jobs/jobs.server.ts';
import { readRunsQuery } from '#lib/platform/jobs/runs-query.ts';
import { jobReading } from '#lib/platform/jobs/jobs-docs.ts';

export const access = { GET: can('Job', 'read') };
export const docs = { GET: jobReading };

export const GET = endpoint(({ actor, params, query }) => getJob(actor, params.name!, readRunsQuery(query)));
