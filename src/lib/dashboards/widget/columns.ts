import type { AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import { shownColumns, type ListQuery } from '#lib/records/list/list-query.ts';
import { kindOf } from '#lib/records/shown.ts';
import type { Field } from '#lib/values/fields.ts';

/** How many columns fit on a card of so many twelfths. */
const ROOM: readonly [twelfths: number, columns: number][] = [
  [8, 5],
  [6, 4],
  [0, 3],
];

/**
 * The columns of a list that tell its reader something: not what is the same in every row because it was asked for (the
 * one status of a tab, the value of a filter), not the reader's own name in each, and not what no row has. Those that
 * somebody chose stay.
 */
export function tellingColumns(
  of: AnyEntity,
  query: ListQuery,
  rows: readonly Record<string, unknown>[],
  readerId: string,
): string[] {
  const columns = shownColumns(of, query);
  if (query.columns) return columns;
  const statuses = (of.list.types as Record<string, ListType> | undefined)?.[query.type ?? '']?.statuses;
  const isSame = (name: string) =>
    (name === 'status' && statuses?.length === 1) ||
    (isOfFew(of, name) && query.filters[name]?.length === 1) ||
    ((of.fields[name] as Field | undefined)?.to === 'user' &&
      rows.length > 0 &&
      rows.every((row) => row[name] === readerId));
  const isEmpty = (name: string) =>
    rows.length > 0 && !(of.title as readonly string[]).includes(name) && rows.every((row) => (row[name] ?? '') === '');
  return columns.filter((name) => !isSame(name) && !isEmpty(name));
}

/** Those that fit on a card: what gives way in a narrow window goes first, then the last. */
export function fittingColumns(of: AnyEntity, columns: readonly string[], twelfths: number): string[] {
  const most = ROOM.find(([from]) => twelfths >= from)![1];
  const leaving = ((of.list.givesWay ?? []) as readonly string[]).filter((name) => columns.includes(name));
  const gone = leaving.slice(0, Math.max(0, columns.length - most));
  return columns.filter((name) => !gone.includes(name)).slice(0, most);
}

const isOfFew = (of: AnyEntity, name: string): boolean =>
  name === 'status' || ['choice', 'boolean', 'reference'].includes(kindOf(of, name));
