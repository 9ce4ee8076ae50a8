import { FORMAT, PAGING, type ApiOperation, type Parameter } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, pageOf, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import { OUTCOMES } from './log-query.ts';
import { SEARCH_MAX } from '#lib/values/constants.ts';

const text: Schema = { type: 'string' };
const recordedValues = nullable({ type: 'object' });
const group = { name: 'ActivityLog', label: 'activity.log.title' };

/** An entry as stored; its text is made from `eventCode` and `params` for each reader. */
const entry = exactly({
  seq: { type: 'integer' },
  id: uuid,
  day: { type: 'string', format: 'date' },
  occurredAt: instant,
  actorType: { type: 'string', enum: ['user', 'app-client', 'vendor-token', 'public', 'system'] },
  actorId: nullable(uuid),
  actorName: nullable(text),
  onBehalfOf: nullable(uuid),
  sessionId: nullable(text),
  ip: nullable(text),
  userAgent: nullable(text),
  requestId: nullable(text),
  eventCode: text,
  params: { type: 'object' },
  subject: text,
  entity: nullable(text),
  entityId: nullable(text),
  entityNumber: nullable(text),
  businessEntityId: nullable(uuid),
  departmentId: nullable(uuid),
  before: recordedValues,
  after: recordedValues,
  changedFields: { type: 'array', items: text },
  outcome: { type: 'string', enum: [...OUTCOMES] },
  reasonCode: nullable(text),
  prevHash: text,
  hash: text,
});

const named = (name: string, says: string, several: boolean): Parameter => ({
  name,
  schema: several ? { type: 'array', items: text } : text,
  says,
  values: { name: `activity.log.fields.${name}` },
  several,
});
const filters: readonly Parameter[] = [
  { name: 'q', schema: { type: 'string', maxLength: SEARCH_MAX }, says: 'q' },
  {
    name: 'from',
    schema: { type: 'string', format: 'date' },
    says: 'from',
    values: { name: 'activity.log.fields.when' },
  },
  { name: 'to', schema: { type: 'string', format: 'date' }, says: 'to', values: { name: 'activity.log.fields.when' } },
  ...['who', 'subject', 'event', 'outcome'].map((name) => named(name, 'filter', true)),
  ...['number', 'field', 'address', 'request'].map((name) => named(name, 'only', false)),
];

export const logReading: ApiOperation = {
  does: 'activityLog',
  group,
  query: [...filters, ...PAGING],
  answer: { status: 200, schema: pageOf(entry) },
  refusals: [],
};
export const logExport: ApiOperation = {
  does: 'activityLogFile',
  group,
  query: [FORMAT, ...filters],
  answer: { status: 200, schema: 'file' },
  refusals: [],
};
