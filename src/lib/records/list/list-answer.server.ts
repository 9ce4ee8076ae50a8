import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import type { Page } from '#lib/records/store-reading.server.ts';

interface Source<R> {
  of: AnyEntity;
  list(actor: Actor, query: ListQuery, actions?: readonly string[]): Promise<Page<R>>;
}

/**
 * A page of a list for the API: `?type=` is the tab, the rest as in the page's own address; `?counts=1` adds the rows
 * of every tab. `total` is exact up to 10,000; 10,001 stands for more.
 */
export async function listAnswer<R>(
  actor: Actor,
  source: Source<R>,
  params: URLSearchParams,
  actions?: readonly string[],
) {
  const isCounted = params.get('counts') === '1';
  const query = { ...readListQuery(source.of, params), uncounted: !isCounted };
  const { items, total, page, perPage, counts } = await source.list(actor, query, actions);
  return { items, total, page, perPage, ...(isCounted && { counts }) };
}
