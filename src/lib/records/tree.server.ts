import { sql, type RawBuilder } from 'kysely';
import { tableOf } from './columns.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { inUse, type AnyEntity } from './entity.ts';
import { snake } from '#lib/values/names.ts';

/**
 * One change of a tree at a time, until the transaction ends: two that are right each for itself could make a circle
 * together. Taken before any row of it is locked, since whoever waits here must not hold what the other needs.
 */
export async function lockTree(tx: Tx, of: AnyEntity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tree'), hashtext(${of.name}))`.execute(tx);
}

/** Whether a record is another one or anywhere below it, by the column of the parent. */
export async function isWithin(
  reader: Db,
  { table }: Pick<AnyEntity, 'table'>,
  above: string,
  id: string,
  of: string,
): Promise<boolean> {
  const [from, up] = [sql.table(snake(table)), sql.ref(`t.${snake(above)}`)];
  const { rows } = await sql<{ within: boolean | null }>`
    with recursive above as (
      select t.id, ${up} as parent from ${from} t where t.id = ${id}
      union select t.id, ${up} as parent from ${from} t join above on t.id = above.parent
    ) select bool_or(id = ${of}) as within from above`.execute(reader);
  return rows[0]!.within ?? false;
}

/** How many active children a record has. */
export async function activeBelow(reader: Db, of: AnyEntity, id: string): Promise<number> {
  const statuses = inUse({}, of) ?? of.statuses;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${tableOf(of)}
    where ${sql.ref(snake(of.tree!))} = ${id} and status = any(${statuses}::text[])`.execute(reader);
  return rows[0]!.count;
}

/**
 * SQL, computed for a record of a tree: the names of what stands above it, from the top down: 'Hall › Rack'; null at
 * the top.
 */
export function treePath(of: AnyEntity): RawBuilder<string | null> {
  return sql<string | null>`(${above(of)} select string_agg(name, ' › ' order by depth desc) from up)`;
}

/** SQL, computed for a record of a tree: 1 at the top, 2 directly below. */
export function treeDepth(of: AnyEntity): RawBuilder<number> {
  return sql<number>`(${above(of)} select count(*) + 1 from up)`;
}

function above({ table, tree, title }: AnyEntity): RawBuilder<unknown> {
  const [from, parent, name] = [snake(table), snake(tree!), snake(String(title.at(-1)))];
  const of = (column: string) => sql.ref(`p.${column}`);
  return sql`with recursive up as (
    select ${of(parent)} as parent, ${of(name)} as name, 1 as depth from ${sql.table(from)} p
      where p.id = ${sql.ref(`${from}.${parent}`)}
    union all select ${of(parent)}, ${of(name)}, up.depth + 1 from ${sql.table(from)} p join up on p.id = up.parent
      where up.depth < 100
  )`;
}
