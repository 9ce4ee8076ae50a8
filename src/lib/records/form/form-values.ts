/** The content of a form's controls: values as typed, by the name of the control. Browser-safe. */
import type { Worded } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { isList } from '#lib/values/field-kinds.ts';
import { valueText } from '#lib/records/value-text.ts';
import { parseCents, parseCoordinate, parseQuantity, parseUnitPrice } from '#lib/values/money.ts';
import { parseClock, parseDate, parseInstant } from '#lib/values/time.ts';

/** Text by control; a list where several may be chosen. Cells of rows are named 'approvers.0.userId'. */
export type Typed = Record<string, string | string[]>;

/** The values of a record (or the initial ones of an empty form) as shown in the controls. */
export function typedOf(
  of: Pick<Worded, 'fields'>,
  names: readonly string[],
  record: Record<string, unknown>,
  language: string,
): Typed {
  const typed: Typed = {};
  for (const name of names) {
    const field = of.fields[name] as Field;
    const value = record[name];
    if (isList(field)) typed[name] = listOf(value);
    else if (field.kind === 'rows')
      Object.assign(typed, typedRows(name, field.cells!, (value ?? []) as Record<string, unknown>[], language));
    else typed[name] = textOf(field, value, language);
  }
  return typed;
}

/**
 * What a form sent, by the fields it has: `input` for the schema, `typed` to be shown again, and what was no number.
 */
export function readForm(of: Pick<Worded, 'fields'>, names: readonly string[], data: FormData, language: string) {
  const sent = textsByName(data);
  const typed: Typed = {};
  const input: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const name of names) {
    const field = of.fields[name] as Field;
    if (field.kind === 'rows') {
      input[name] = readRows(name, field.cells!, sent, language, typed, wrong);
    } else if (isList(field)) {
      input[name] = typed[name] = (sent.get(name) ?? []).filter((one) => one !== '');
    } else if (field.kind === 'boolean') {
      typed[name] = sent.has(name) ? 'on' : '';
      input[name] = sent.has(name);
    } else if (sent.has(name)) {
      typed[name] = sent.get(name)![0]!;
      input[name] = valueOf(field, typed[name], language, name, wrong);
    }
  }
  return { input, typed, wrong };
}

/** A stored value as it is typed: cents as "1,234.50", a date as DD/MM/YYYY, true as 'on'. */
export function textOf(field: Pick<Field, 'kind'>, value: unknown, language: string): string {
  if (field.kind === 'boolean') return value ? 'on' : '';
  return value === false ? '' : valueText(field.kind, value, language);
}

/**
 * What the schema expects for a typed text. A number that is none becomes NaN, with its own code under `path` in
 * `wrong`.
 */
export function valueOf(
  field: Pick<Field, 'kind'>,
  text: string,
  language: string,
  path: string,
  wrong: Record<string, string>,
): unknown {
  if (text.trim() === '') return '';
  const number = (parsed: number | null, code: string) => {
    if (parsed === null) wrong[path] = code;
    return parsed ?? Number.NaN;
  };
  switch (field.kind) {
    case 'money':
      return number(parseCents(text, language), 'not-an-amount');
    case 'unit-price':
      return number(parseUnitPrice(text, language), 'not-an-amount');
    case 'integer':
    case 'quantity':
      return number(parseQuantity(text, language), 'not-a-number');
    case 'coordinate':
      return number(parseCoordinate(text, language), 'not-a-number');
    case 'percent':
      return number(parseCents(text.replace(/\s*%$/, ''), language), 'not-a-number');
    case 'date':
      return parseDate(text) ?? text;
    case 'clock':
      return parseClock(text) ?? text;
    case 'instant':
      return parseInstant(text) ?? text;
    default:
      return text;
  }
}

/** The number of rows in the controls. */
export function rowCount(typed: Typed, name: string): number {
  return rowNumbers(Object.keys(typed), name).length;
}

function typedRows(
  name: string,
  cells: Record<string, Field>,
  rows: Record<string, unknown>[],
  language: string,
): Typed {
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(cells).map(([cell, field]) => [
        `${name}.${index}.${cell}`,
        isList(field) ? listOf(row[cell]) : textOf(field, row[cell], language),
      ]),
    ),
  );
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Rows in which nothing was typed are left out, and the others move up. */
function readRows(
  name: string,
  cells: Record<string, Field>,
  sent: Sent,
  language: string,
  typed: Typed,
  wrong: Record<string, string>,
) {
  const isHidden = Object.values(cells).map(({ hidden }) => hidden === true);
  const filled = rowNumbers([...sent.keys()], name)
    .map((row) =>
      Object.entries(cells).map(([cell, field]) => textsOf(field, sent.get(`${name}.${row}.${cell}`) ?? [])),
    )
    .filter((texts) => texts.some((text, at) => !isHidden[at] && isTyped(text)));
  return filled.map((texts, index) =>
    Object.fromEntries(
      Object.entries(cells).map(([cell, field], at) => {
        const path = `${name}.${index}.${cell}`;
        const text = (typed[path] = texts[at]!);
        return [cell, typeof text === 'string' ? valueOf(field, text, language, path, wrong) : text];
      }),
    ),
  );
}

const isTyped = (text: string | string[]): boolean => (typeof text === 'string' ? text.trim() : text).length > 0;

const textsOf = (cell: Field, sent: string[]): string | string[] =>
  isList(cell) ? sent.filter((one) => one !== '') : (sent[0] ?? '');

function rowNumbers(keys: string[], name: string): number[] {
  const numbers = keys.filter((key) => key.startsWith(`${name}.`)).map((key) => Number(key.split('.')[1]));
  return [...new Set(numbers)].filter((number) => Number.isInteger(number) && number >= 0).toSorted((a, b) => a - b);
}

type Sent = ReadonlyMap<string, string[]>;

/** Every text of a form by its name, read once: a form has thousands of entries, and each is asked for by name. */
function textsByName(data: FormData): Sent {
  const texts = new Map<string, string[]>();
  for (const [name, value] of data) {
    if (typeof value !== 'string') continue;
    const known = texts.get(name);
    if (known) known.push(value.replaceAll('\r\n', '\n'));
    else texts.set(name, [value.replaceAll('\r\n', '\n')]);
  }
  return texts;
}
