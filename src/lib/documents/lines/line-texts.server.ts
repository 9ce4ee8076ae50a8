import { sql } from 'kysely';
import { NAMED_BY, entityNamed } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import type { LinePlan } from './line-plan.ts';
import type { AnyLines } from './lines.ts';

type Line = Record<string, unknown>;

/**
 * One text per line for the log, in no language: what an auditor compares. '40 Piece(s) Bronze fixing set @ 25.00 SR,
 * 5310 OPS-COL'.
 */
export async function lineTexts(reader: Db, of: AnyLines, lines: readonly object[]): Promise<string[]> {
  const codes = await codesIn(reader, of, lines as readonly Line[]);
  return (lines as readonly Line[]).map((line) => textOf(of, line, codes));
}

/** The lines that a plan changes, as they are and as they will be; all of them where only their order differs. */
export async function lineChanges(
  reader: Db,
  of: AnyLines,
  { stored, lines }: LinePlan<any>,
): Promise<{ before: string[]; after: string[] }> {
  const texts = await lineTexts(reader, of, [...stored, ...lines]);
  const textsOf = (side: readonly { id: string }[], from: number) =>
    side.map(({ id }, at) => [id, texts[from + at]!] as const);
  const [was, is] = [textsOf(stored, 0), textsOf(lines, stored.length)];
  const differing = (one: typeof was, other: typeof was) => {
    const text = new Map(other);
    return one.filter(([id, said]) => text.get(id) !== said).map(([, said]) => said);
  };
  const [before, after] = [differing(was, is), differing(is, was)];
  return before.length + after.length > 0
    ? { before, after }
    : { before: was.map(([, said]) => said), after: is.map(([, said]) => said) };
}

function textOf(of: AnyLines, line: Line, codes: ReadonlyMap<string, string>): string {
  const left = new Set(Object.keys(of.fields));
  const say = (name: string) => {
    left.delete(name);
    return plain(of.fields[name] as Field, line[name], codes);
  };
  const own = of.text?.(say);
  return [own, ...[...left].map(say)].filter(Boolean).join(', ');
}

/** A value as plain text: numbers without grouping, prices with at least two decimals, references by their code. */
function plain({ kind }: Field, value: unknown, codes: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === false) return '';
  if (kind === 'reference') return codes.get(String(value)) ?? '';
  if (kind === 'unit-price') return (Number(value) / 10_000).toFixed(4).replace(/0{1,2}$/, '');
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (kind === 'percent') return `${Number(value) / 100} %`;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** What people call everything that the lines refer to, by id: its code, number or name. */
async function codesIn(reader: Db, of: AnyLines, lines: readonly Line[]): Promise<Map<string, string>> {
  const parts = (Object.entries(of.fields) as [string, Field][])
    .filter(([, { kind }]) => kind === 'reference')
    .map(([name, { to }]) => {
      const { table, fields } = entityNamed(to!);
      const called = NAMED_BY.find((field) => field in fields)!;
      const ids = [...new Set(lines.map((line) => line[name]).filter(Boolean))];
      return sql`select id, ${sql.ref(snake(called))}::text as code from ${sql.table(snake(table))} where id = any(${ids}::uuid[])`;
    });
  if (parts.length === 0 || lines.length === 0) return new Map();
  const { rows } = await sql<{ id: string; code: string }>`${sql.join(parts, sql` union all `)}`.execute(reader);
  return new Map(rows.map(({ id, code }) => [id, code]));
}
