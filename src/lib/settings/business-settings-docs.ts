import type { ApiOperation } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, uuid, type Schema } from '#lib/records/api/api-schema.ts';

const text: Schema = { type: 'string' };
const group = { name: 'Setting', label: 'settings.title' };

const change = exactly({
  id: uuid,
  validFrom: instant,
  value: {},
  setById: nullable(uuid),
  setBy: nullable(text),
  setAt: instant,
  reason: nullable(text),
  removedAt: nullable(instant),
  removedById: nullable(uuid),
  removedBy: nullable(text),
  state: { type: 'string', enum: ['planned', 'in-force', 'past', 'removed'] },
  before: {},
});
const setting = exactly({
  name: text,
  group: text,
  value: {},
  current: { anyOf: [change, { type: 'null' }] },
  planned: { type: 'array', items: change },
  changes: { type: 'array', items: change },
  version: { type: 'integer', minimum: 1 },
});

export const settingsReading: ApiOperation = {
  does: 'settings',
  group,
  answer: { status: 200, schema: exactly({ items: { type: 'array', items: setting } }) },
  refusals: [],
};
export const settingReading: ApiOperation = {
  does: 'setting',
  group,
  answer: { status: 200, schema: setting },
  refusals: [404],
};
