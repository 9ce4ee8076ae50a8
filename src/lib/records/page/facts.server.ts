import type { Field } from '#lib/values/fields.ts';
import { labels, type AnyEntity } from '../entity.ts';
import { titlesOf } from '../titles.server.ts';

/** A list of rows of one record, as its page draws it. */
export interface ShownRows {
  name: string;
  /** Label keys by cell, in the order of the form. */
  cells: Record<string, string>;
  /** What `shownValue` reads the words of a cell by. */
  of: AnyEntity;
  /** Each with the titles of what its cells refer to. */
  rows: (Record<string, unknown> & { titles: Record<string, string> })[];
}

const LISTS: readonly string[] = ['rows', 'references', 'json'];
const OF_TREES: readonly string[] = ['treePath', 'treeDepth'];

/** The non-empty fields of a record: those of its form, then what else its list shows; lists and trees are separate. */
export function factsOf(of: AnyEntity, record: Record<string, unknown>): string[] {
  const names = [...(of.form as string[]), ...(of.list.columns as string[]).filter((name) => name in of.fields)];
  return [...new Set(names)].filter(
    (name) =>
      !LISTS.includes((of.fields[name] as Field).kind) &&
      !OF_TREES.includes(name) &&
      record[name] !== null &&
      record[name] !== undefined,
  );
}

/**
 * The lists of rows that a record has, with the names of what they refer to: one statement, none without references.
 */
export async function shownRows(of: AnyEntity, record: Record<string, unknown>): Promise<ShownRows[]> {
  const lists = Object.entries(of.fields as Record<string, Field>).flatMap(([name, { kind, cells }]) => {
    const rows = kind === 'rows' ? ((record[name] ?? []) as Record<string, unknown>[]) : [];
    return rows.length > 0 ? [{ name, rows, cells: shown(cells!) }] : [];
  });
  const titles = await titlesOf(
    lists.flatMap(({ rows, cells }) =>
      cells.flatMap(([cell, { to }]) => (to ? rows.map((row) => [to, String(row[cell])] as const) : [])),
    ),
  );
  return lists.map(({ name, rows, cells }) => ({
    name,
    cells: Object.fromEntries(cells.map(([cell]) => [cell, cellLabel(of, name, cell)])),
    of: { ...of, fields: Object.fromEntries(cells.map(([cell, field]) => [cell, withWords(of, name, cell, field)])) },
    rows: rows.map((row) => ({
      ...row,
      titles: Object.fromEntries(cells.map(([cell]) => [cell, titles.get(String(row[cell])) ?? ''])),
    })),
  }));
}

const shown = (cells: Record<string, Field>) => Object.entries(cells).filter(([, { hidden }]) => !hidden);

const cellLabel = (of: AnyEntity, name: string, cell: string) => `${labels.field(of, name)}Cells.${cell}`;

/** The texts of a choice in a row are with the list's. */
const withWords = (of: AnyEntity, name: string, cell: string, field: Field): Field => ({
  ...field,
  words: field.words ?? `${labels.field(of, name)}Cells.choices.${cell}`,
});
