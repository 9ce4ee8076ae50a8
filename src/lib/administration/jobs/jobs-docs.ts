import { PAGING, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, pageOf, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import { OUTCOMES } from '#lib/process/jobs/runs-query.ts';

const text: Schema = { type: 'string' };
const outcome: Schema = { type: 'string', enum: [...OUTCOMES] };
const group = { name: 'Job', label: 'jobs.title' };

const run = exactly({
  id: uuid,
  job: text,
  trigger: { type: 'string', enum: ['schedule', 'hand'] },
  attempt: { type: 'integer' },
  startedAt: instant,
  endedAt: nullable(instant),
  outcome: nullable(outcome),
  result: { type: ['object', 'null'], additionalProperties: { type: 'number' } },
  errorCode: nullable(text),
  errorParams: nullable({ type: 'object' }),
  error: nullable(text),
  askedBy: nullable(uuid),
  queueId: nullable(text),
  askedByName: nullable(text),
});
const job: Record<string, Schema> = {
  name: text,
  schedule: nullable(text),
  lastRun: { anyOf: [run, { type: 'null' }] },
  failures: { type: 'integer' },
  waitingSince: nullable(instant),
  nextRunAt: nullable(instant),
  isRetry: { type: 'boolean' },
  overdueSince: nullable(instant),
};

export const jobsReading: ApiOperation = {
  does: 'jobs',
  group,
  answer: {
    status: 200,
    schema: exactly({ items: { type: 'array', items: exactly(job) }, lookedAt: nullable(instant) }),
  },
  refusals: [],
};
export const jobReading: ApiOperation = {
  does: 'job',
  group,
  query: [{ name: 'outcome', schema: outcome, says: 'only', values: { name: 'jobs.fields.outcome' } }, ...PAGING],
  answer: { status: 200, schema: exactly({ ...job, lookedAt: nullable(instant), runs: pageOf(run) }) },
  refusals: [404],
};
/** 202: the run begins as soon as a process is free, and is then in the list of runs under this `queueId`. */
export const jobAsking: ApiOperation = {
  does: 'runJob',
  group,
  answer: { status: 202, schema: exactly({ job: text, queueId: text, askedAt: instant }) },
  refusals: [404, 409],
};
