import { can } from '#lib/access/session/page.ts';
import { endpoint, json } from '#lib/process/http/endpoint.server.ts';
import { requestRun } from '#lib/administration/jobs/jobs.server.ts';
import { jobAsking } from '#lib/administration/jobs/jobs-docs.ts';

export const access = { POST: can('Job', 'run') };
export const docs = { POST: jobAsking };

/** 202: the run begins as soon as a process is free, and is then in the list of runs under this `queueId`. */
export const POST = endpoint<'name'>(async ({ actor, params }) => json(await requestRun(actor, params.name), 202));
