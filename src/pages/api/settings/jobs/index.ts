import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { listJobs } from '#lib/platform/jobs/jobs.server.ts';

export const access = { GET: can('Job', 'read') };

export const GET = endpoint(({ actor }) => listJobs(actor));
