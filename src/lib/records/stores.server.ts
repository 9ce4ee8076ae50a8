import { entityNamed, type AnyEntity } from './entity.ts';
import type { readsOf, StoreOptions } from './store-reading.server.ts';

/**
 * A store as it is found by what walks over all kinds of records: the search, recent records, the menu of what can be
 * made, cells that are changed in their list.
 */
export type AnyStore = Pick<ReturnType<typeof readsOf<AnyEntity>>, 'parts' | 'reachOf' | 'reaches' | 'get'> & {
  of: AnyEntity;
  options: StoreOptions<string>;
};

const stores = new Map<string, AnyStore>();

/**
 * Called by `store()`: by its list's address, so that the list of one's own records is separate from the list of all.
 */
export function registerStore(made: AnyStore): void {
  stores.set(made.of.path, made);
}

/** Every store whose file has been loaded (`lib/modules.server.ts` loads them before the first request). */
export const allStores = (): AnyStore[] => [...stores.values()];

/** The store of an entity's own list; undefined for an entity that has no screens yet. */
export const storeOf = (name: string): AnyStore | undefined =>
  allStores().find(({ of }) => of.name === name && of.path === entityNamed(name).path);

/**
 * The stores of a subject's records: none for a right that is not about records, several where kinds share their
 * rights.
 */
export const storesOf = (subject: string): AnyStore[] =>
  allStores().filter(({ of }) => of.subject === subject && of.path === entityNamed(of.name).path);
