import { FORMAT, PAGING, type ApiOperation, type Parameter } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, pageOf, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import { DUTY_PAIRS } from '#lib/values/duties.ts';

const text: Schema = { type: 'string' };
const group = { name: 'ActivityLog', label: 'activity.log.title' };
const month: Parameter = {
  name: 'month',
  schema: { type: 'string', pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' },
  says: 'month',
};

const relaxedCase = exactly({
  seq: { type: 'integer' },
  occurredAt: instant,
  eventCode: text,
  entity: nullable(text),
  entityId: nullable(uuid),
  entityNumber: nullable(text),
  pair: { type: 'string', enum: [...DUTY_PAIRS] },
  act: text,
  did: text,
  at: instant,
  personId: uuid,
  name: text,
  reason: nullable(text),
});

export const relaxedReading: ApiOperation = {
  does: 'relaxedDuties',
  group,
  query: [month, ...PAGING],
  answer: { status: 200, schema: pageOf(relaxedCase) },
  refusals: [],
};
export const relaxedExport: ApiOperation = {
  does: 'relaxedDutiesFile',
  group,
  query: [FORMAT, month],
  answer: { status: 200, schema: 'file' },
  refusals: [],
};
