import { sql, type RawBuilder } from 'kysely';
import { boundedDb } from '#lib/process/database/database.server.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import type { Field } from '#lib/values/fields.ts';
import { column, tableOf, titleOf } from '../columns.server.ts';
import { listCondition, type ListParts } from './list-condition.server.ts';
import type { ListQuery } from './list-query.ts';

/** By what the rows of a list are put together: a field of it, or the months of a date. */
export interface Grouping {
  field: string;
  month?: boolean;
}

/**
 * Rows of a list that have the same values: the values as a filter of the list takes them, null where there is none.
 */
export interface Group {
  values: (string | null)[];
  /** Titles of references, else null. */
  titles: (string | null)[];
  count: number;
  /** Of the field asked for, in its own unit; 0 without one. */
  sum: number;
}

/** More kinds than a chart or a table of figures could show. */
const MOST_GROUPS = 400;

/**
 * How many rows a list has in a state, to the ceiling, by the condition of the list itself. Given up after two seconds.
 */
export async function countRows(parts: ListParts, query: ListQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${tableOf(parts.of)} where ${listCondition(parts, query)} limit ${COUNT_CEILING + 1}) capped`.execute(
    boundedDb,
  );
  return rows[0]!.total;
}

/**
 * The rows of a list in a state, put together by the given fields; by the condition of the list itself. Given up after
 * two seconds.
 */
export async function groupRows(
  parts: ListParts,
  query: ListQuery,
  by: readonly Grouping[],
  summed: string | null = null,
): Promise<Group[]> {
  const keys = by.map((grouping) => keyOf(parts, grouping));
  const titles = by.map(({ field }, index) => {
    const { kind, to } = (parts.of.fields[field] ?? {}) as Partial<Field>;
    return kind === 'reference' ? titleOf(to!, sql`grouped.${sql.ref(`key_${index}`)}`) : sql`null::text`;
  });
  const { rows } = await sql<Group>`
    select array[${sql.join(by.map((_, index) => sql`grouped.${sql.ref(`key_${index}`)}::text`))}] as values, array[${sql.join(titles)}]::text[] as titles, grouped.count, grouped.sum
    from (select ${sql.join(keys.map((key, index) => sql`${key} as ${sql.ref(`key_${index}`)}`))}, count(*) as count,
        ${summed ? sql`coalesce(sum(${column(parts.of, summed)}), 0)::bigint` : sql`0`} as sum
      from ${tableOf(parts.of)} where ${listCondition(parts, query)}
      group by ${sql.join(by.map((_, index) => sql.raw(String(index + 1))))} order by count(*) desc limit ${MOST_GROUPS}) grouped`.execute(
    boundedDb,
  );
  return rows;
}

/** The value of a field; for a date its month in Singapore: '2026-11'. */
function keyOf({ of }: ListParts, { field, month }: Grouping): RawBuilder<unknown> {
  const at = column(of, field);
  if (!month) return at;
  return (of.fields[field] as Field | undefined)?.kind === 'date'
    ? sql`to_char(${at}, 'YYYY-MM')`
    : sql`to_char(${at} at time zone 'Asia/Singapore', 'YYYY-MM')`;
}
