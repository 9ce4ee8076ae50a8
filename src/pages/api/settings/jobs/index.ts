import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { listJobs } from '#lib/administration/jobs/jobs.server.ts';
import { jobsReading } from '#lib/administration/jobs/jobs-docs.ts';

export const access = { GET: can('Job', 'read') };
export const docs = { GET: jobsReading };

export const GET = endpoint(({ actor }) => listJobs(actor));
