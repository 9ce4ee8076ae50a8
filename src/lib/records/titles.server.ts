import { sql } from 'kysely';
import { validate } from 'uuid';
import { db } from '#lib/process/database/database.server.ts';
import { NAMED_BY, entityNamed } from './entity.ts';
import { snake } from '#lib/values/names.ts';
import { titleOf } from './columns.server.ts';

/** The titles of records by id, whatever their kinds, in one statement. What no longer exists has none. */
export async function titlesOf(wanted: Iterable<readonly [entity: string, id: string]>): Promise<Map<string, string>> {
  const idsOf = new Map<string, Set<string>>();
  for (const [entity, id] of wanted) {
    if (validate(id)) idsOf.set(entity, (idsOf.get(entity) ?? new Set()).add(id));
  }
  if (idsOf.size === 0) return new Map();
  const parts = [...idsOf].map(([name, ids]) => {
    const table = snake(entityNamed(name).table);
    return sql`select ${sql.ref(`${table}.id`)} as id, ${titleOf(name, sql.ref(`${table}.id`))} as title from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = any(${[...ids]}::uuid[])`;
  });
  const { rows } = await sql<{ id: string; title: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** What people call a record: its number, code or name; null where it has none. */
export function nameOf(row: Record<string, any>): string | null {
  return NAMED_BY.map((name) => row[name]).find((value) => value != null) ?? null;
}
