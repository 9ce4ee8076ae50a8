import { sql, type RawBuilder } from 'kysely';
import { snake } from '#lib/values/names.ts';
import type { Scope } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';

/** The columns that tie a record to people: scopes become conditions on them (model of purchasing, 0.5). */
export interface ScopeColumns {
  /** Any of them makes the person the owner of the record. */
  own?: readonly string[];
  department?: string;
  businessEntity?: string;
}

const nothing = sql<boolean>`false`;
const everything = sql<boolean>`true`;

/**
 * The condition on `table` under which the actor reaches a record with any of the scopes. Lists, counts, exports and
 * single records all use it. `more` widens the reach (an approver sees what he is asked about).
 */
export function reach(
  actor: Actor,
  scopes: ReadonlySet<Scope>,
  columns: ScopeColumns,
  table: string,
  more?: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const ways = [...scopes].map((scope) => condition(actor, scope, columns, table));
  if (more && scopes.size > 0) ways.push(more);
  if (ways.length === 0) return nothing;
  if (ways.includes(everything)) return everything;
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** Whether a row lies within the reach of these scopes: what `reach` asks the database, of a row that has been read. */
export function isWithin(
  actor: Actor,
  scopes: ReadonlySet<Scope>,
  columns: ScopeColumns,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const inEntities =
    !columns.businessEntity ||
    actor.allEntities ||
    actor.businessEntityIds.includes(String(row[columns.businessEntity]));
  return [...scopes].some((scope) => {
    if (scope === 'entity') return inEntities;
    if (scope === 'own') return columns.own?.some((name) => row[name] === actor.id) ?? false;
    return (
      columns.department !== undefined &&
      actor.departmentTreeIds.includes(String(row[columns.department])) &&
      inEntities
    );
  });
}

/** A reach, narrowed by a further condition if given. */
export function within(narrow: RawBuilder<boolean> | undefined, reached: RawBuilder<boolean>): RawBuilder<boolean> {
  return narrow ? sql<boolean>`(${reached} and ${narrow})` : reached;
}

function condition(actor: Actor, scope: Scope, columns: ScopeColumns, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${snake(table)}.${snake(name)}`);
  const inEntities =
    !columns.businessEntity || actor.allEntities
      ? everything
      : sql<boolean>`${column(columns.businessEntity)} = any(${actor.businessEntityIds}::uuid[])`;
  if (scope === 'entity') return inEntities;
  if (scope === 'own')
    return columns.own ? sql<boolean>`${actor.id || null} in (${sql.join(columns.own.map(column))})` : nothing;
  return columns.department
    ? sql<boolean>`(${column(columns.department)} = any(${actor.departmentTreeIds}::uuid[]) and ${inEntities})`
    : nothing;
}
