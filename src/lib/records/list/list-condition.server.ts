import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { column } from '#lib/records/columns.server.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { telephoneDigits } from '#lib/values/contact-number.ts';
import type { Field } from '#lib/values/fields.ts';
import { containing } from '#lib/values/like.ts';
import { parseCents } from '#lib/values/money.ts';
import { isDate, parseDate } from '#lib/values/time.ts';
import { NOTHING, rangeOf, type ListQuery } from './list-query.ts';

export type Condition = RawBuilder<boolean>;

export interface ListParts {
  of: AnyEntity;
  /** What the reader may reach at all. */
  reach: Condition;
  /** What was deleted and the reader may restore; nothing when left out. */
  deleted?: Condition;
  /** SQL of tabs that statuses alone do not say. */
  types: Record<string, Condition>;
  /** SQL of computed fields. */
  computed: Record<string, RawBuilder<unknown>>;
  /**
   * Further columns that are searched: a person's name, a line's text. `pattern` is SQL for the result of
   * `search_text`.
   */
  searchMore?: (pattern: RawBuilder<string>) => Condition;
}

/** The condition of a list in a state: what the reader reaches, the tab, the words and the filters. */
export function listCondition(parts: ListParts, query: ListQuery): Condition {
  const conditions = [reachIn(parts, query.type)];
  if (query.ids) conditions.push(sql<boolean>`${column(parts.of, 'id')} = any(${query.ids}::uuid[])`);
  if (query.type) conditions.push(typeCondition(parts, query.type));
  if (query.q) conditions.push(wordsCondition(parts, query.q));
  for (const [name, values] of Object.entries(query.filters)) conditions.push(filterCondition(parts, name, values));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export const reachIn = ({ of, reach, deleted = sql<boolean>`false` }: ListParts, type: string | null): Condition =>
  type && of.list.types?.[type]?.deleted ? deleted : reach;

export function without(filters: ListQuery['filters'], name: string): ListQuery['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
}

export function typeCondition({ of, types }: ListParts, type: string): Condition {
  const declared = of.list.types?.[type];
  const own = types[type];
  const statuses = declared?.statuses ? isOneOf(column(of, 'status'), declared.statuses) : undefined;
  if (own && statuses) return sql<boolean>`(${own} and ${statuses})`;
  return own ?? statuses ?? sql<boolean>`true`;
}

/**
 * Statuses that are declared stand in the statement itself: a prepared statement is planned for the rows that have them,
 * few or many.
 */
function isOneOf(at: RawBuilder<unknown>, statuses: readonly string[]): Condition {
  return sql<boolean>`${at} in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Every word, in whatever order; or the digits of a telephone number, however it is spaced. */
function wordsCondition(parts: ListParts, q: string): Condition {
  const words = q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => contains(parts, word));
  const every = words.length > 0 ? sql<boolean>`${sql.join(words, sql` and `)}` : sql<boolean>`true`;
  const digits = telephoneDigits(q);
  return digits ? sql<boolean>`((${every}) or ${column(parts.of, 'search')} like ${`%${digits}%`})` : every;
}

function contains({ of, searchMore }: ListParts, word: string): Condition {
  const pattern = sql<string>`search_pattern(${word})`;
  const here = sql<boolean>`${column(of, 'search')} like ${pattern}`;
  return searchMore ? sql<boolean>`(${here} or ${searchMore(pattern)})` : here;
}

function filterCondition({ of, computed }: ListParts, name: string, values: string[]): Condition {
  const at = computed[name] ?? column(of, name);
  const kind = (of.fields[name] as Field | undefined)?.kind ?? (name === 'status' ? 'choice' : 'instant');
  if (kind === 'reference') {
    // Compared as ids, so that an index finds them; what is none is nobody's.
    const named = sql<boolean>`${at} = any(${values.filter((value) => validate(value))}::uuid[])`;
    return values.includes(NOTHING) ? sql<boolean>`(${at} is null or ${named})` : named;
  }
  if (name === 'status' && values.every((value) => of.statuses.includes(value))) return isOneOf(at, values);
  if (kind === 'choice' || kind === 'boolean') return sql<boolean>`${at}::text = any(${values}::text[])`;
  if (kind === 'text' || kind === 'long-text') return sql<boolean>`${at} ilike ${containing(values[0]!)}`;
  return rangeCondition(at, kind, values[0]!);
}

function rangeCondition(at: RawBuilder<unknown>, kind: Field['kind'], value: string): Condition {
  const { from, to } = rangeOf(value);
  const [low, high] = [limit(kind, from), limit(kind, to)];
  if ((from && low === null) || (to && high === null)) return sql<boolean>`false`;
  const day = kind === 'instant';
  // As the kind's column would have it a number with decimals, or beyond its range, is an error and no question.
  const side = (value: string | number) =>
    typeof value === 'number' && kind !== 'money' ? sql`${value}::numeric` : sql`${value}`;
  const conditions = [
    ...(low === null
      ? []
      : [day ? sql`${at} >= (${low}::date)::timestamp at time zone 'Asia/Singapore'` : sql`${at} >= ${side(low)}`]),
    ...(high === null
      ? []
      : [
          day ? sql`${at} < (${high}::date + 1)::timestamp at time zone 'Asia/Singapore'` : sql`${at} <= ${side(high)}`,
        ]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function limit(kind: Field['kind'], text: string): string | number | null {
  if (text === '') return null;
  if (kind === 'date' || kind === 'instant') return isDate(text) ? text : parseDate(text);
  if (kind === 'money') return parseCents(text);
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
