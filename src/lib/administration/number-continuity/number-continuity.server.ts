import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { store } from '#lib/records/store.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { documentPath } from '#lib/records/record-kinds.server.ts';
import { lastValue, missingValues, numberOfValue } from '#lib/numbering/gaps.server.ts';
import { numberSeries } from '#lib/numbering/number-series.ts';
import type { IssuedNumber } from '#lib/numbering/numbering.server.ts';

const issued = sql<number>`(select count(*) from issued_numbers where series_id = number_series.id)`;
const missing = sql<number>`(${lastValue} - ${issued})`;
const isVoided = sql<boolean>`exists (select 1 from issued_numbers where series_id = number_series.id and voided_at is not null)`;
const edge = (way: 'asc' | 'desc') =>
  sql<string>`(select number from issued_numbers where series_id = number_series.id order by value ${sql.raw(way)} limit 1)`;

const computed: Record<string, () => RawBuilder<unknown>> = {
  firstNumber: () => edge('asc'),
  lastNumber: () => edge('desc'),
  issued: () => issued,
  missing: () => missing,
  missingNumbers: () =>
    sql`case when ${missing} > 0 then (select string_agg(${numberOfValue}, ', ' order by n) from ${missingValues} g (n)) end`,
  voided: () =>
    sql`(select string_agg(number || ' (' || void_reason || ')', '; ' order by value) from issued_numbers where series_id = number_series.id and voided_at is not null)`,
};

/** The series and whether any of them has gaps (model of purchasing, 0.3 and 7). */
export const numberContinuity = store(numberSeries, {
  rights: { list: ['read'], show: ['read'] },
  computed,
  types: { 'with-missing': () => sql<boolean>`${missing} > 0`, 'with-voided': () => isVoided },
});

export interface NumberOfSeries extends Pick<
  IssuedNumber,
  'value' | 'number' | 'issuedAt' | 'voidedAt' | 'voidReason'
> {
  /** The page of the document, for those who may open it. */
  path: string | null;
}

export interface NumbersPage {
  items: NumberOfSeries[];
  total: number;
  page: number;
  perPage: number;
}

/**
 * The numbers of a series within the reader's reach, newest first, with links to the documents; `?page=` and
 * `?perPage=`.
 */
export async function numbersOf(actor: Actor, seriesId: string, params: URLSearchParams): Promise<NumbersPage> {
  const series = await numberContinuity.get(actor, seriesId);
  const { page, perPage } = readListQuery(numberSeries, params);
  const rows = await db
    .selectFrom('issuedNumbers')
    .selectAll()
    .where('seriesId', '=', series.id)
    .orderBy('value', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const items = await Promise.all(
    rows.map(async ({ value, number, issuedAt, voidedAt, voidReason, docType, docId }) => ({
      value,
      number,
      issuedAt,
      voidedAt,
      voidReason,
      path: await documentPath(actor, docType, docId),
    })),
  );
  return { items, total: Number(series['issued']), page, perPage };
}
