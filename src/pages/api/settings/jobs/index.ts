import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { listJobs } from '#lib/platform/jobs/jobs.server.ts';
import { jobsReading } from '#lib/platform/jobs/jobs-docs.ts';

export const access = { GET: can('Job', 'read') };
export const docs = { GET: jobsReading };

export const GET = endpoint(({ actor }) => listJobs(actor));
