import { sql, type RawBuilder } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { snake } from '#lib/values/names.ts';
import type { AnyEntity } from '../entity.ts';
import { titleOf } from '../columns.server.ts';
import { recordPath } from '../record-path.ts';

/** A record of a tree beside the one that is shown; `href` is null beyond the reader's reach. */
export interface TreeNode {
  title: string;
  href: string | null;
  status: string;
}

export interface TreeAround {
  /** From the top down to the one above. */
  above: TreeNode[];
  /** Directly below, by title; those within the reader's reach alone. */
  below: TreeNode[];
}

interface Found {
  id: string;
  title: string;
  status: string;
  depth: number;
  reached: boolean;
}

/** The ancestors of a record of a tree, and its children; both empty for an isolated one. One statement. */
export async function treeAround(
  actor: Actor,
  {
    of,
    options,
    reachOf,
  }: {
    of: AnyEntity;
    options: { rights: { show: readonly string[] } };
    reachOf(actor: Actor, actions: readonly string[]): RawBuilder<boolean>;
  },
  id: string,
): Promise<TreeAround> {
  const table = snake(of.table);
  const [from, own, up] = [sql.table(table), sql.ref(`${table}.id`), snake(of.tree!)];
  const parent = sql.ref(`${table}.${up}`);
  const { rows } = await sql<Found>`
    with recursive above as (
      select ${own} as id, ${parent} as parent, 0 as depth from ${from} where ${own} = ${id}
      union all select ${own}, ${parent}, above.depth + 1 from ${from} join above on ${own} = above.parent
        where above.depth < 100
    ), around as (
      select id, depth from above where depth > 0
      union all select ${own}, -1 from ${from} where ${parent} = ${id}
    )
    select ${own} as id, ${titleOf(of.name, own)} as title, ${sql.ref(`${table}.status`)} as status, depth,
      ${reachOf(actor, options.rights.show)} as reached
    from around join ${from} on ${own} = around.id order by depth desc, title`.execute(db);
  const node = ({ title, status, reached, ...row }: Found): TreeNode => ({
    title,
    status,
    href: reached ? recordPath(of, row.id) : null,
  });
  return {
    above: rows.filter(({ depth }) => depth > 0).map(node),
    below: rows.filter(({ depth, reached }) => depth < 0 && reached).map(node),
  };
}
