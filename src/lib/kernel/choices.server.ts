import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { db } from '#lib/platform/database.server.ts';
import { TEAMS, VIEWS, viewsParts, type KeptView } from '#lib/platform/saved-views.server.ts';
import { entityNamed, snake, type Entity } from './entity.ts';
import type { Field } from './fields.ts';
import type { Typed } from './form-values.ts';
import { column, titleOf } from './list.server.ts';

export interface Choice {
  value: string;
  label: string;
}

/** Choices by field; cells of rows under 'approvers.userId'. */
export type Choices = Record<string, Choice[]>;

const MOST = 1000;

/**
 * What the reference fields of a form may be set to: active records, and those already chosen in `values` even when
 * they are active no more. One statement for all fields.
 */
export async function formChoices(
  of: Entity<any, any, any>,
  values: Typed = {},
  names: readonly string[] = of.form as readonly string[],
): Promise<Choices> {
  const chosen = Object.values(values)
    .flat()
    .filter((value) => validate(value));
  return gather(referencesOf(of, names), (to) =>
    to.statuses.includes('active')
      ? sql<boolean>`(${column(to, 'status')} = 'active' or ${column(to, 'id')} = any(${chosen}::uuid[]))`
      : sql<boolean>`true`,
  );
}

/**
 * What a list may be filtered by (every record its reference filters may point to), the reader's views of it and the
 * teams to share them with, in one statement.
 */
export async function listChoices(
  of: Entity<any, any, any>,
  actor: Actor,
): Promise<{ choices: Choices; views: KeptView[]; teams: Choice[] }> {
  const fields = referencesOf(of, (of.list.filters ?? []) as readonly string[]);
  const rows = await union([...parts(fields, () => sql<boolean>`true`), ...viewsParts(actor, of.path)]);
  const views = rows.filter(({ target }) => target === VIEWS).map(({ more }) => more as KeptView);
  const teams = rows.filter(({ target }) => target === TEAMS).map(({ value, label }) => ({ value, label }));
  return { choices: byField(fields, rows), views, teams };
}

type Found = Choice & { target: string; more: unknown };

async function gather(fields: [string, string][], condition: (to: Entity) => RawBuilder<boolean>): Promise<Choices> {
  return fields.length === 0 ? {} : byField(fields, await union(parts(fields, condition)));
}

function parts(fields: [string, string][], condition: (to: Entity) => RawBuilder<boolean>): RawBuilder<unknown>[] {
  return [...new Set(fields.map(([, to]) => to))].map((name) => {
    const to = entityNamed(name);
    return sql`(select ${name}::text as target, ${column(to, 'id')} as value, ${titleOf(name, column(to, 'id'))} as label, null::jsonb as more
      from ${sql.table(snake(to.table))} where ${condition(to)} order by 3 limit ${MOST})`;
  });
}

async function union(statements: RawBuilder<unknown>[]): Promise<Found[]> {
  return (await sql<Found>`${sql.join(statements, sql` union all `)}`.execute(db)).rows;
}

function byField(fields: [string, string][], rows: Found[]): Choices {
  return Object.fromEntries(
    fields.map(([name, to]) => [
      name,
      rows.filter(({ target }) => target === to).map(({ value, label }) => ({ value, label })),
    ]),
  );
}

function referencesOf(of: Entity<any, any, any>, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const field = of.fields[name] as Field | undefined;
    if (field?.cells)
      return Object.entries(field.cells)
        .filter(([, cell]) => cell.to)
        .map(([cell, { to }]) => [`${name}.${cell}`, to!]);
    return field?.to ? [[name, field.to]] : [];
  });
}
