import { sql } from 'kysely';
import type { Field } from '#lib/values/fields.ts';
import { Refusal, invalid, type FieldError } from '#lib/values/refusal.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { notDeleted, tableOf } from './columns.server.ts';
import { entityNamed, inUse, type AnyEntity } from './entity.ts';
import { isWithin } from './tree.server.ts';

/** A record that an entry names: the place of the entry, its field, the id. */
export interface Named {
  path: string;
  field: Field;
  id: string;
}

type Values = Record<string, unknown>;

/**
 * The records that an input newly names: those that none of `known` (the record as it was, one it is taken from) has in
 * the same field.
 */
export function newlyNamed(of: AnyEntity, entered: Values, ...known: readonly (object | null | undefined)[]): Named[] {
  const before = known.filter((values) => values != null) as Values[];
  return Object.keys(entered).flatMap((name) => {
    const field = of.fields[name] as Field | undefined;
    if (!field) return [];
    const had = new Set(before.flatMap((values) => namedBy(name, field, values[name]).map(keyOf)));
    return namedBy(name, field, entered[name]).filter((named) => !had.has(keyOf(named)));
  });
}

/** In any row of a list: moving it to another row does not make it new. */
const keyOf = ({ path, id }: Named): string => `${path.replace(/\.\d+\./, '.')} ${id}`;

function namedBy(name: string, field: Field, value: unknown): Named[] {
  if (value === null || value === undefined) return [];
  if (field.cells)
    return (value as Values[]).flatMap((row, index) =>
      Object.entries(field.cells!).flatMap(([cell, of]) =>
        namedBy(cell, of, row[cell]).map((named) => ({ ...named, path: `${name}.${index}.${cell}` })),
      ),
    );
  return field.to ? [value].flat().map((id) => ({ path: name, field, id: String(id) })) : [];
}

/**
 * What is wrong with records that are newly named: `not-a-choice` for what does not exist, `out-of-use`, or the word of
 * its kind, for what is not in use as the field asks. In the order of the entries, each fault once at its path; one
 * statement.
 */
export async function referenceFaults(reader: Db, named: readonly Named[]): Promise<FieldError[]> {
  if (named.length === 0) return [];
  const kinds = Map.groupBy(named, ({ field }) => field.to!);
  const parts = [...kinds].map(([to, all]) => {
    const ids = [...new Set(all.map(({ id }) => id))];
    return sql`select ${to}::text as kind, id, status from ${tableOf(entityNamed(to))} where id = any(${ids}::uuid[]) and ${notDeleted(entityNamed(to))}`;
  });
  const { rows } = await sql<{
    kind: string;
    id: string;
    status: string;
  }>`${sql.join(parts, sql` union all `)}`.execute(reader);
  const statuses = new Map(rows.map(({ kind, id, status }) => [`${kind} ${id}`, status]));
  return onceEach(
    named.flatMap(({ path, field, id }) => {
      const to = entityNamed(field.to!);
      const status = statuses.get(`${field.to} ${id}`);
      if (status === undefined) return [{ path, code: 'not-a-choice' }];
      return inUse(field, to)?.includes(status) === false ? [{ path, code: to.outOfUse ?? 'out-of-use' }] : [];
    }),
  );
}

/**
 * What the input newly names must be there, in use, and for a tree not below the record itself; every fault at its
 * field.
 */
export async function referenceFaultsOf(
  of: AnyEntity,
  id: string,
  entered: Record<string, unknown>,
  known: readonly (object | null | undefined)[],
  tx: Db,
): Promise<FieldError[]> {
  const faults = await referenceFaults(tx, newlyNamed(of, entered, ...known));
  const above = of.tree && entered[of.tree];
  if (above && !faults.some(({ path }) => path === of.tree) && (await isWithin(tx, of, of.tree!, String(above), id)))
    faults.push({ path: of.tree!, code: 'in-itself' });
  return faults;
}

/**
 * Does the work of a write beside faults that are known already, so that every fault is named at once: a refusal of its
 * own that is about something else than the entries goes first. Where there are none it is the work alone.
 */
export async function besideFaults<T>(faults: readonly FieldError[], work: () => Promise<T>): Promise<T> {
  if (faults.length === 0) return work();
  const error: unknown = await work().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Refusal && error.errors.length === 0) throw error;
  throw invalid(onceEach([...faults, ...(error instanceof Refusal ? error.errors : [])]));
}

const onceEach = (faults: readonly FieldError[]): FieldError[] =>
  faults.filter(({ path, code }, at) => faults.findIndex((other) => other.path === path && other.code === code) === at);
