import { sql, type QueryResult, type RawBuilder } from 'kysely';
import { boundedDb, db, isTooLong } from '#lib/process/database/database.server.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import { column, tableOf, titleOf } from '#lib/records/columns.server.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { camel, snake } from '#lib/values/names.ts';
import type { Field } from '#lib/values/fields.ts';
import {
  listCondition,
  reachIn,
  typeCondition,
  without,
  type Condition,
  type ListParts,
} from './list-condition.server.ts';
import type { ListQuery } from './list-query.ts';

/** One page of rows, each with `titles` for its references. */
export function pageStatement(
  parts: ListParts,
  query: ListQuery,
  limit = query.perPage,
  offset = (query.page - 1) * query.perPage,
  more: readonly RawBuilder<unknown>[] = [],
) {
  const order = query.sort.map(
    ({ field, descending }) => sql`${column(parts.of, field)} ${sql.raw(wayOf(parts.of, field, descending))}`,
  );
  const direction = sql.raw(query.sort[0]?.descending ? 'desc' : 'asc');
  return sql<Record<string, unknown>>`
    select ${sql.join([...selection(parts), ...more])} from ${tableOf(parts.of)}
    where ${listCondition(parts, query)} order by ${sql.join([...order, sql`${column(parts.of, 'id')} ${direction}`])}
    limit ${limit} offset ${offset}`;
}

/** The name under which each row of `pageWithTotal` has the filtered total. */
const TOTAL = 'filteredTotal';

/**
 * A page of rows and the filtered total, to the ceiling, in one statement. Beyond the last page, where no row says it,
 * the total is asked by itself.
 */
export async function pageWithTotal(
  parts: ListParts,
  query: ListQuery,
): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const counted = cappedCount(parts, listCondition(parts, query));
  const { rows } = await pageStatement(parts, query, undefined, undefined, [
    sql`${counted} as ${sql.ref(TOTAL)}`,
  ]).execute(db);
  const total = rows[0]?.[TOTAL] as number | undefined;
  for (const row of rows) delete row[TOTAL];
  if (total !== undefined) return { rows, total };
  if (query.page === 1) return { rows: [], total: 0 };
  const { rows: totals } = await sql<{ total: number }>`select ${counted} as total`.execute(db);
  return { rows: [], total: totals[0]!.total };
}

/**
 * The filtered total and the count of every tab, each to the ceiling, in one statement; and, only where nothing
 * matches, how many there would be without each filter ('w:status') or the words ('w:q'); and of other states
 * ('v:name'). With the amounts that the list adds up ('s:estimatedGrossCents'), over no more rows than are counted.
 */
function countStatement(parts: ListParts, query: ListQuery) {
  const table = tableOf(parts.of);
  const capped = (condition: Condition) => cappedCount(parts, condition);
  const tabs = Object.keys(parts.of.list.types ?? {}).map(
    (type) => sql`${capped(sql`${reachIn(parts, type)} and ${typeCondition(parts, type)}`)} as ${sql.ref(`t:${type}`)}`,
  );
  const lesser = [
    ...Object.keys(query.filters).map((name) => [name, { ...query, filters: without(query.filters, name) }] as const),
    ...(query.q ? [['q', { ...query, q: '' }] as const] : []),
  ].map(
    ([name, less]) =>
      sql`case when filtered.total = 0 then ${capped(listCondition(parts, less))} end as ${sql.ref(`w:${name}`)}`,
  );
  const also = Object.entries(query.also ?? {}).map(
    ([name, other]) => sql`${capped(listCondition(parts, other))} as ${sql.ref(`v:${name}`)}`,
  );
  const names = (parts.of.list.totals ?? []) as readonly string[];
  const sums = names.map((name) => sql`coalesce(sum(${sql.ref(snake(name))}), 0)::bigint as ${sql.ref(`s:${name}`)}`);
  const counted = names.length > 0 ? sql.join(names.map((name) => column(parts.of, name))) : sql`1`;
  const filtered = sql`(select ${sql.join([sql`count(*) as total`, ...sums])} from (select ${counted} from ${table} where ${listCondition(parts, query)} limit ${COUNT_CEILING + 1}) capped)`;
  return sql<
    Record<string, number>
  >`select ${sql.join([sql`filtered.*`, ...tabs, ...lesser, ...also])} from ${filtered} filtered`;
}

/**
 * The counts, those of other states only while they do not take too long: a shared view must not slow a list down for
 * everybody.
 */
export async function countsOf(parts: ListParts, query: ListQuery): Promise<QueryResult<Record<string, number>>> {
  if (!query.also) return countStatement(parts, query).execute(db);
  return countStatement(parts, query)
    .execute(boundedDb)
    .catch((error: unknown) => {
      if (!isTooLong(error)) throw error;
      const { also: _, ...alone } = query;
      return countStatement(parts, alone).execute(db);
    });
}

/**
 * The counts of that statement whose names begin with 't:' (tabs), 'w:' (without), 'v:' (views) or 's:' (amounts added
 * up), by what follows.
 */
export function countsBy(counts: Record<string, number>, prefix: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(2), count]),
  );
}

/**
 * The first rows of a list in a state, as jsonb, with the filtered total to the ceiling: to stand in one statement
 * beside those of other lists, with the same rows in the same order as the list itself has.
 */
export function firstRows(
  parts: ListParts,
  query: ListQuery,
  limit: number,
): { items: RawBuilder<unknown>; total: RawBuilder<unknown> } {
  return {
    items: sql`(select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (${pageStatement(parts, query, limit, 0)}) found)`,
    total: cappedCount(parts, listCondition(parts, query)),
  };
}

/** How many rows there are, to the ceiling: one more stands for more. */
const cappedCount = (parts: ListParts, condition: Condition): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 from ${tableOf(parts.of)} where ${condition} limit ${COUNT_CEILING + 1}) capped)`;

/** Every stored column, every computed field, and the title of every reference. */
export function selection({ of, computed }: Pick<ListParts, 'of' | 'computed'>): RawBuilder<unknown>[] {
  const fields = Object.entries(of.fields) as [string, Field][];
  const stored = [
    'id',
    'version',
    'status',
    'createdAt',
    'createdBy',
    'updatedAt',
    'updatedBy',
    ...fields.filter(([, f]) => f.column).map(([name]) => name),
  ];
  return [
    ...stored.map((name) => sql`${column(of, name)} as ${sql.ref(snake(name))}`),
    ...Object.entries(computed).map(([name, expression]) => sql`${expression} as ${sql.ref(snake(name))}`),
    ...fields
      .filter(([, f]) => f.column && f.kind === 'reference')
      .map(([name, f]) => sql`${titleOf(f.to!, column(of, name))} as ${sql.ref(`title:${snake(name)}`)}`),
  ];
}

/** Gathers the 'title:…' columns of a row under `titles`. */
export function withTitles<R>(row: Record<string, unknown>): R {
  const titles: Record<string, string> = {};
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('title:')) titles[titledField(name)] = (value as string | null) ?? '';
    else record[name] = value;
  }
  record['titles'] = titles;
  return record as R;
}

const titledFields = new Map<string, string>();

/** 'title:requested_by_id' to 'requestedById'; found once for each column. */
function titledField(name: string): string {
  const known = titledFields.get(name) ?? camel(name.slice(6).replace(/_/g, '-'));
  titledFields.set(name, known);
  return known;
}

/** Empty values come last. Where there are none it is not said: an index in that order could not be used otherwise. */
function wayOf(of: AnyEntity, name: string, descending: boolean): string {
  if (!descending) return 'asc';
  return (of.fields[name] as Field | undefined)?.optional ? 'desc nulls last' : 'desc';
}
