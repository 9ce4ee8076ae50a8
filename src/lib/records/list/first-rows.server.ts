import { sql } from 'kysely';
import { boundedDb, isTooLong } from '#lib/process/database/database.server.ts';
import { camel } from '#lib/values/names.ts';
import { firstRows, withTitles } from './list.server.ts';
import type { ListParts } from './list-condition.server.ts';
import type { ListQuery } from './list-query.ts';

export type Row = Record<string, unknown> & { id: string; titles: Record<string, string> };

export interface WantedRows {
  parts: ListParts;
  query: ListQuery;
  limit: number;
  counted: boolean;
}

export interface FirstRows<R = Row> {
  items: R[];
  /** To the ceiling of lists; null where it is not counted, or where looking took too long. */
  total: number | null;
}

/**
 * The first rows of several lists (`R`, where all are of one kind) in one bounded statement, in the order they are asked
 * for. When together they take too long each is asked by itself, and those that still do come back empty, without a
 * total.
 */
export async function firstRowsOf<R = Row>(wanted: readonly WantedRows[]): Promise<FirstRows<R>[]> {
  if (wanted.length === 0) return [];
  return read<R>(wanted).catch((error: unknown) => {
    if (!isTooLong(error)) throw error;
    return Promise.all(wanted.map((one) => alone<R>(one)));
  });
}

async function alone<R>(one: WantedRows): Promise<FirstRows<R>> {
  return read<R>([one])
    .then(([only]) => only!)
    .catch((error: unknown) => {
      if (!isTooLong(error)) throw error;
      return { items: [], total: null };
    });
}

async function read<R>(wanted: readonly WantedRows[]): Promise<FirstRows<R>[]> {
  const lists = wanted.map(({ parts, query, limit, counted }, place) => {
    const { items, total } = firstRows(parts, query, limit);
    return sql`(select ${place}::int as place, ${items} as items, ${counted ? total : sql`null::bigint`} as total)`;
  });
  const { rows } = await sql<{
    place: number;
    items: Record<string, unknown>[];
    total: number | null;
  }>`${sql.join(lists, sql` union all `)} order by place`.execute(boundedDb);
  return rows.map(({ items, total }) => ({ items: items.map((row) => withTitles<R>(named(row))), total }));
}

/** Inside of jsonb the columns are named as the database names them. */
function named(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.startsWith('title:') ? name : camel(name.replaceAll('_', '-')),
      value,
    ]),
  );
}
