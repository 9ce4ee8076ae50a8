import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import { TEAMS, VIEWS, viewsParts, type SavedViewRow } from '#lib/records/views/saved-views.server.ts';
import { entityNamed, inUse, type AnyEntity, type Entity, type Worded } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Typed } from '#lib/records/form/form-values.ts';
import { column, notDeleted, tableOf, titleOf } from '../columns.server.ts';

export interface Choice {
  value: string;
  label: string;
  /** Nothing new may name it; it is offered because it is chosen already. */
  outOfUse?: true;
}

/** Choices by field; cells of rows under 'approvers.userId'. */
export type Choices = Record<string, Choice[]>;

const MOST = 1000;

/**
 * What the reference fields of a form may be set to: the records that the store takes there, and those already chosen
 * in `values` even when they are in use no more. One statement for all fields.
 */
export async function formChoices(
  of: Pick<AnyEntity, 'fields' | 'form'>,
  values: Typed = {},
  names: readonly string[] = of.form as readonly string[],
): Promise<Choices> {
  const chosen = Object.values(values)
    .flat()
    .filter((value) => validate(value));
  const fields = referencesOf(of, names);
  if (fields.length === 0) return {};
  const isUsed = (to: Entity, statuses: readonly string[] | null) =>
    statuses ? sql<boolean>`${column(to, 'status')} = any(${statuses}::text[])` : sql<boolean>`true`;
  const offered = (to: Entity, statuses: readonly string[] | null) =>
    sql<boolean>`(${isUsed(to, statuses)} or ${column(to, 'id')} = any(${chosen}::uuid[]))`;
  return byField(fields, await union(parts(fields, offered, isUsed)));
}

/**
 * What a list may be filtered by (every record its reference filters may point to), the reader's views of it and the
 * teams to share them with, in one statement.
 */
export async function listChoices(
  of: AnyEntity,
  actor: Actor,
): Promise<{ choices: Choices; views: SavedViewRow[]; teams: Choice[] }> {
  const fields = referencesOf(of, (of.list.filters ?? []) as readonly string[]).map((one) => ({
    ...one,
    statuses: null,
  }));
  const rows = await union([...parts(fields, () => sql<boolean>`true`), ...viewsParts(actor, of.path)]);
  const views = rows.filter(({ target }) => target === VIEWS).map(({ more }) => more as SavedViewRow);
  const teams = rows.filter(({ target }) => target === TEAMS).map(({ value, label }) => ({ value, label }));
  return { choices: byField(fields, rows), views, teams };
}

type Found = Choice & { target: string; more: unknown };

/** A field that names records, by its name or that of a cell: which kind, in which statuses (null for all). */
interface Referring {
  name: string;
  to: string;
  statuses: readonly string[] | null;
  ahead?: Field['ahead'];
}

/** Fields that name the same records are read once. */
const targetOf = ({ to, statuses, ahead }: Referring): string =>
  [to, ...(statuses ?? ['*']), ...(ahead ? [ahead.field, ...ahead.values] : [])].join(' ');

function parts(
  fields: readonly Referring[],
  condition: (to: Entity, statuses: readonly string[] | null) => RawBuilder<boolean>,
  isUsed: typeof condition = condition,
): RawBuilder<unknown>[] {
  return [...new Map(fields.map((field) => [targetOf(field), field]))].map(
    ([target, { to: name, statuses, ahead }]) => {
      const to = entityNamed(name);
      return sql`(select ${target}::text as target, ${column(to, 'id')} as value, ${titleOf(name, column(to, 'id'))} as label, case when ${isUsed(to, statuses)} then null else 'true'::jsonb end as more
      from ${tableOf(to)} where ${condition(to, statuses)} and ${notDeleted(to)} order by ${offeredFirst(to, ahead)} 3 limit ${MOST})`;
    },
  );
}

/** What is offered first has its place among the values, everything else comes after. */
const offeredFirst = (to: Entity, ahead: Field['ahead']): RawBuilder<unknown> =>
  ahead
    ? sql`coalesce(array_position(${ahead.values}::text[], ${column(to, ahead.field)}), ${ahead.values.length + 1}), `
    : sql``;

async function union(statements: RawBuilder<unknown>[]): Promise<Found[]> {
  return (await sql<Found>`${sql.join(statements, sql` union all `)}`.execute(db)).rows;
}

function byField(fields: readonly Referring[], rows: Found[]): Choices {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      rows
        .filter(({ target }) => target === targetOf(field))
        .map(({ value, label, more }) => ({ value, label, ...(more === true && { outOfUse: true as const }) })),
    ]),
  );
}

function referencesOf(of: Pick<Worded, 'fields'>, names: readonly string[]): Referring[] {
  const referring = (name: string, field: Field): Referring[] =>
    field.to ? [{ name, to: field.to, statuses: inUse(field, entityNamed(field.to)), ahead: field.ahead }] : [];
  return names.flatMap((name) => {
    const field = of.fields[name];
    if (!field?.cells) return field ? referring(name, field) : [];
    return Object.entries(field.cells).flatMap(([cell, one]) => referring(`${name}.${cell}`, one));
  });
}
