/** Addresses of a list in another state. Browser-safe. */
import type { AnyEntity } from '#lib/records/entity.ts';
import { savedState, usualSort, writeListQuery, type ListQuery } from './list-query.ts';

/** A list's address, and whether the tab is part of it (`/purchase-requests/:type`). */
export interface ListPlace {
  of: AnyEntity;
  /** Without the tab. */
  path: string;
  typeInPath: boolean;
}

/** The address of an entity's own list. */
export const placeOf = (of: AnyEntity): ListPlace => ({
  of,
  path: of.list.path ?? of.path,
  typeInPath: of.list.typeInPath ?? false,
});

/**
 * The list's address with some of its state changed; another state than the page itself starts on page 1. Another tab
 * has its own usual order, unless another one was asked for here.
 */
export function listHref(place: ListPlace, query: ListQuery, change: Partial<ListQuery> = {}): string {
  const wanted = { ...query, page: 1, ...change };
  if (wanted.type !== query.type && !isSortedOtherwise(place.of, { type: query.type, sort: wanted.sort }))
    wanted.sort = usualSort(place.of, wanted.type);
  const first = Object.keys(place.of.list.types ?? {})[0];
  const search = new URLSearchParams(writeListQuery(place.of, wanted));
  if (!place.typeInPath && wanted.type && wanted.type !== first) search.set('type', wanted.type);
  const path = place.typeInPath && wanted.type ? `${place.path}/${wanted.type}` : place.path;
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The list's state as an export is asked for it: tab, words, filters, order and columns; all pages. */
export function exportState({ of }: Pick<ListPlace, 'of'>, query: ListQuery): [string, string][] {
  const state = new URLSearchParams(writeListQuery(of, { ...savedState(query), density: null, widths: undefined }));
  return [...(query.type ? [['type', query.type] as [string, string]] : []), ...state];
}

/** The sort after a click on a head: that column alone, turned round when it was so already. */
export function sortedBy(query: ListQuery, field: string): ListQuery['sort'] {
  const [first, ...others] = query.sort;
  return [{ field, descending: others.length === 0 && first?.field === field && !first.descending }];
}

/** The sort after a shift-click: the column is added, turned round, or taken away again. */
export function sortedAlsoBy(query: ListQuery, field: string): ListQuery['sort'] {
  const known = query.sort.find((part) => part.field === field);
  if (!known) return [...query.sort, { field, descending: false }].slice(-4);
  if (!known.descending) return query.sort.map((part) => (part === known ? { ...part, descending: true } : part));
  return query.sort.length > 1 ? query.sort.filter((part) => part !== known) : sortedBy(query, field);
}

/** The filters less one of them, or less one of its values. */
export function withoutFilter(query: ListQuery, name: string, value?: string): ListQuery['filters'] {
  const { [name]: values = [], ...others } = query.filters;
  const left = value === undefined ? [] : values.filter((other) => other !== value);
  return left.length > 0 ? { ...others, [name]: left } : others;
}

/** The sort less one of its columns; the usual one when none is left. */
export function withoutSort(of: AnyEntity, query: ListQuery, field: string): ListQuery['sort'] {
  const left = query.sort.filter((part) => part.field !== field);
  return left.length > 0 ? left : usualSort(of, query.type);
}

/** Whether the list is sorted otherwise than by default. */
export function isSortedOtherwise(of: AnyEntity, { type, sort }: Pick<ListQuery, 'type' | 'sort'>): boolean {
  const text = (parts: ListQuery['sort']) => parts.map(({ field, descending }) => `${descending}${field}`).join();
  return text(sort) !== text(usualSort(of, type));
}

/** Nothing narrowed, the usual order and columns: what "Clear all" leads to. */
export function clearedState(of: AnyEntity, type: string | null): Partial<ListQuery> {
  return { q: '', filters: {}, sort: usualSort(of, type), columns: null, widths: undefined };
}
