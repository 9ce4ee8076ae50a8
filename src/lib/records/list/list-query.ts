import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES, SEARCH_MAX } from '#lib/values/constants.ts';
import type { AnyEntity } from '#lib/records/entity.ts';

/** In a filter by a reference: the records that have none. */
export const NOTHING = 'none';

/** The whole state of a list in its address. */
export interface ListQuery {
  type: string | null;
  q: string;
  /** Field name to the values asked for; a range is 'from..to' with either side empty. */
  filters: Record<string, string[]>;
  sort: { field: string; descending: boolean }[];
  page: number;
  perPage: number;
  /** Columns chosen, in order; null is the declared choice. */
  columns: string[] | null;
  /** Columns that are narrower or wider than what stands in them asks for; undefined for none. */
  widths?: Readonly<Record<string, Width>> | undefined;
  /** Rows far apart or close together; null is what the person has chosen for every list. */
  density?: Density | null;
  /** The saved view that this state is based on; '' for none, not even the person's default. */
  view?: string | null;
  /** Only these records; of no address, for what is done with rows that were chosen. */
  ids?: readonly string[];
  /** Other states of the list, by names of one's own, whose rows are counted along; of no address. */
  also?: Readonly<Record<string, ListQuery>>;
  /** Rows and their total alone, without the counts of tabs; of no address. */
  uncounted?: boolean;
}

export const WIDTHS = ['narrow', 'wide'] as const;
export type Width = (typeof WIDTHS)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Reads a list's state from the address; what is unknown is ignored, never an error (old bookmarks live). */
export function readListQuery(of: AnyEntity, params: URLSearchParams, type: string | null = null): ListQuery {
  const types = Object.keys(of.list.types ?? {});
  const asked = type ?? params.get('type');
  const perPage = Number(params.get('perPage'));
  const tab = asked && types.includes(asked) ? asked : (types[0] ?? null);
  return {
    type: tab,
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    filters: readFilters(of, params),
    sort: readSort(of, params.get('sort'), tab),
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
    columns: readColumns(of, params),
    widths: readWidths(of, params),
    density: DENSITIES.find((name) => name === params.get('density')) ?? null,
    view: readView(params.get('view')),
  };
}

/** Writes the state back as a query string, leaving out what is at its default; `type` is part of the path. */
export function writeListQuery(of: AnyEntity, query: ListQuery): string {
  const params = new URLSearchParams();
  if (query.q) params.set('q', query.q);
  for (const [name, values] of Object.entries(query.filters)) for (const value of values) params.append(name, value);
  const sort = query.sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');
  // A view's address alone means the view as saved, so a state based on it is never written alone.
  if (sort && (sort !== usualOrder(of, query.type) || query.view)) params.set('sort', sort);
  if (query.perPage !== PAGE_SIZE) params.set('perPage', String(query.perPage));
  if (query.columns) params.set('cols', query.columns.join(','));
  if (query.widths)
    params.set(
      'width',
      Object.entries(query.widths)
        .map((pair) => pair.join(':'))
        .join(','),
    );
  if (query.density) params.set('density', query.density);
  if (typeof query.view === 'string') params.set('view', query.view);
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text && `?${text}`;
}

/** Names in the address that this list does not know, and a tab that it does not have. */
export function unknownInQuery(of: AnyEntity, params: URLSearchParams): string[] {
  const filters = ((of.list.filters ?? []) as string[]).flatMap((name) => [name, `${name}From`, `${name}To`]);
  const known = new Set([
    'type',
    'q',
    'sort',
    'page',
    'perPage',
    'cols',
    'width',
    'raise',
    'lower',
    'density',
    'view',
    ...filters,
  ]);
  const isUnknown = (name: string) =>
    !known.has(name) || (name === 'type' && !Object.hasOwn(of.list.types ?? {}, params.get('type')!));
  return [...new Set(params.keys())].filter(isUnknown);
}

/** The columns to show: those chosen, else those declared less the hidden ones. */
export function shownColumns(of: AnyEntity, query: ListQuery): string[] {
  return query.columns ?? usualColumns(of);
}

/**
 * The classes of a column: its width where the reader has chosen one, and how it gives way where there is little room unless the
 * reader has chosen the columns.
 */
export function columnClass(of: AnyEntity, { columns, widths }: ListQuery, name: string): string | undefined {
  const rank = columns ? -1 : ((of.list.givesWay ?? []) as readonly string[]).indexOf(name);
  const classes = [rank >= 0 && `gives-way-${rank + 1}`, widths?.[name] && `column-${widths[name]}`];
  return classes.filter(Boolean).join(' ') || undefined;
}

/** The order a list has in one of its tabs when none is asked for. */
export function usualSort(of: AnyEntity, type: string | null): ListQuery['sort'] {
  return parseSort(usualOrder(of, type));
}

function usualOrder(of: AnyEntity, type: string | null): string {
  return (type && of.list.types?.[type]?.sort) || of.list.defaultSort;
}

function usualColumns(of: AnyEntity): string[] {
  const hidden = (of.list.hidden ?? []) as readonly string[];
  return (of.list.columns as readonly string[]).filter((name) => !hidden.includes(name));
}

/** The state as saved in a view: without the page, and without the view it is based on. */
export function savedState(query: ListQuery): ListQuery {
  return { ...query, page: 1, view: null };
}

/** A range filter's two sides; empty text where a side is open. */
export function rangeOf(value: string): { from: string; to: string } {
  const [from = '', to = ''] = value.includes('..') ? value.split('..', 2) : [value, value];
  return { from, to };
}

function readFilters(of: AnyEntity, params: URLSearchParams): Record<string, string[]> {
  const filters: Record<string, string[]> = {};
  for (const name of (of.list.filters ?? []) as string[]) {
    const values = params
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== '' && value !== '..')
      .slice(0, 50);
    const from = params.get(`${name}From`)?.trim();
    const to = params.get(`${name}To`)?.trim();
    if (from || to) values.push(`${from ?? ''}..${to ?? ''}`);
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}

function readView(text: string | null): string | null {
  return text !== null && /^([0-9a-f-]{36})?$/.test(text) ? text : null;
}

function readSort(of: AnyEntity, text: string | null, type: string | null): ListQuery['sort'] {
  const sortable = of.list.sortable as readonly string[];
  const asked = parseSort(text ?? '').filter(({ field }) => sortable.includes(field));
  return asked.length > 0 ? asked.slice(0, 4) : usualSort(of, type);
}

function parseSort(text: string): ListQuery['sort'] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

/** `raise` and `lower` move one of the chosen columns by a place: how a form without a script puts them in order. */
function readColumns(of: AnyEntity, params: URLSearchParams): string[] | null {
  const known = of.list.columns as readonly string[];
  const names = params
    .getAll('cols')
    .flatMap((value) => value.split(','))
    .filter((name) => known.includes(name));
  const wanted = movedBy(movedBy([...new Set(names)], params.get('raise'), -1), params.get('lower'), 1);
  return wanted.length > 0 && wanted.join() !== usualColumns(of).join() ? wanted : null;
}

function readWidths(of: AnyEntity, params: URLSearchParams): ListQuery['widths'] {
  const known = of.list.columns as readonly string[];
  const chosen = params
    .getAll('width')
    .flatMap((value) => value.split(','))
    .map((pair) => pair.split(':') as [string, Width])
    .filter(([name, width]) => known.includes(name) && isOneOf(WIDTHS, width));
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}

function movedBy(names: string[], name: string | null, places: -1 | 1): string[] {
  const at = names.indexOf(name ?? '');
  if (at < 0 || names[at + places] === undefined) return names;
  return names.with(at, names[at + places]!).with(at + places, names[at]!);
}
