import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import type { Field } from '#lib/values/fields.ts';
import { listHref, placeOf } from '#lib/records/list/list-links.ts';
import { savedState, readListQuery, unknownInQuery, type ListQuery } from '#lib/records/list/list-query.ts';
import { kindOf } from '#lib/records/shown.ts';
import { allStores, type AnyStore } from '#lib/records/stores.server.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import { daysOfPeriod } from '#lib/dashboards/period.ts';

/** A list in a state, as counted by a widget. */
export interface CountedList {
  store: AnyStore;
  of: AnyEntity;
  query: ListQuery;
}

/** The list at one of our addresses ('/directory/users?status=active'); null where there is none. */
export function listAt(address: string | null | undefined): CountedList | null {
  if (!address || !URL.canParse(address, 'http://garden.invalid')) return null;
  const { pathname, searchParams } = new URL(address, 'http://garden.invalid');
  const store = allStores().find(
    ({ of }) => pathname === placeOf(of).path || (of.list.typeInPath && typeIn(of, pathname) !== null),
  );
  return store
    ? { store, of: store.of, query: savedState(readListQuery(store.of, searchParams, typeIn(store.of, pathname))) }
    : null;
}

/** Whether it is the address of a list, with no unknown parameters. */
export function isListAddress(address: string): boolean {
  const found = listAt(address);
  return (
    found !== null && unknownInQuery(found.of, new URL(address, 'http://garden.invalid').searchParams).length === 0
  );
}

/** Whether the reader may open the list, and this tab of it. */
export async function mayList(actor: Actor, { store, of, query }: CountedList): Promise<boolean> {
  const scopes = actor.ability.scopes(of.subject, store.options.rights.list);
  const needed = (of.list.types as Record<string, ListType> | undefined)?.[query.type ?? '']?.scope;
  return (
    scopes.size > 0 &&
    (!needed || scopes.has('entity') || scopes.has(needed)) &&
    isOpenPage(actor, addressOf({ of, query }).split('?', 1)[0]!)
  );
}

/** The list's address in a state; never that of the reader's default view. */
export function addressOf({ of, query }: Pick<CountedList, 'of' | 'query'>, change: Partial<ListQuery> = {}): string {
  const place = placeOf(of);
  const href = listHref(place, { ...query, ...change });
  return href.includes('?') ? href : listHref(place, { ...query, ...change, view: '' });
}

/** The list with the filters of the dashboard, as far as it has such filters and does not set them itself. */
export function narrowed({ of, query }: CountedList, filters: BoardFilters, today: string): ListQuery {
  const days = daysOfPeriod(filters.period, today);
  const wanted: Record<string, string | null> = {
    ...(days && filtersOf(of).includes('createdAt') && { createdAt: `${days.from}..${days.to}` }),
    [filterTo(of, 'business-entity') ?? '']: filters.businessEntityId,
    [filterTo(of, 'department') ?? '']: filters.departmentId,
    [filterTo(of, 'cost-center') ?? '']: filters.costCenterId,
  };
  const added = Object.entries(wanted).filter(([name, value]) => name !== '' && value !== null && !query.filters[name]);
  return {
    ...query,
    filters: { ...query.filters, ...Object.fromEntries(added.map(([name, value]) => [name, [value!]])) },
  };
}

/** The fields by which the rows of a list can be grouped: filters with choices, so that each figure has an address. */
export const groupings = (of: AnyEntity): string[] =>
  filtersOf(of).filter((name) => ['choice', 'boolean', 'reference'].includes(kindOf(of, name)));

/** Dates by which a list can be filtered, the creation date first. */
export const datesOf = (of: AnyEntity): string[] =>
  filtersOf(of)
    .filter((name) => ['date', 'instant'].includes(kindOf(of, name)))
    .toSorted((a) => (a === 'createdAt' ? -1 : 0));

/** Amounts that can be summed. */
export const amountsOf = (of: AnyEntity): string[] =>
  (of.list.columns as string[]).filter(
    (name) => (of.fields[name] as Field | undefined)?.kind === 'money' && (of.fields[name] as Field).column,
  );

/** Every list with an address that the reader may open, each tab of it but that of what was deleted. */
export async function permittedLists(actor: Actor): Promise<CountedList[]> {
  const all = allStores().flatMap((store) => {
    const types = Object.entries((store.of.list.types ?? {}) as Record<string, ListType>)
      .filter(([, { deleted }]) => !deleted)
      .map(([type]) => type);
    return (types.length > 0 ? types : [null]).map((type) => ({
      store,
      of: store.of,
      query: readListQuery(store.of, new URLSearchParams(), type),
    }));
  });
  const open = await Promise.all(all.map((one) => mayList(actor, one)));
  return all.filter((_, index) => open[index]);
}

const filtersOf = (of: AnyEntity): string[] => [...((of.list.filters ?? []) as string[])];

function filterTo(of: AnyEntity, to: string): string | undefined {
  return filtersOf(of).find((name) => (of.fields[name] as Field | undefined)?.to === to);
}

function typeIn(of: AnyEntity, pathname: string): string | null {
  const type = of.list.typeInPath && pathname.startsWith(`${of.path}/`) ? pathname.slice(of.path.length + 1) : null;
  return type !== null && Object.hasOwn(of.list.types ?? {}, type) ? type : null;
}
