import { PAGING, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, pageOf } from '#lib/records/api/api-schema.ts';
import { numberSeries } from '#lib/numbering/number-series.ts';

const text = { type: 'string' };
const issued = exactly({
  value: { type: 'integer', minimum: 1 },
  number: text,
  issuedAt: instant,
  voidedAt: nullable(instant),
  voidReason: nullable(text),
  path: nullable(text),
});

export const numbersReading: ApiOperation = {
  does: 'numbers',
  of: numberSeries,
  query: PAGING,
  answer: { status: 200, schema: pageOf(issued) },
  refusals: [404],
};
