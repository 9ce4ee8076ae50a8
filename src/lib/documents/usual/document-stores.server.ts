import { sql } from 'kysely';
import { column } from '#lib/records/columns.server.ts';
import { store } from '#lib/records/store.server.ts';
import type { StoreOptions } from '#lib/records/store-reading.server.ts';
import { restorableOf, rightsOf } from '../acts.server.ts';
import { isRequester, waitsForActor, wasAskedToDecide } from '../asked.server.ts';
import type { AnyDocument } from '../document.ts';
import { computedOf } from '../state/computed.server.ts';

type Own = Parameters<typeof rightsOf>[1];
type More = Partial<Omit<StoreOptions<string>, 'rights'>>;

/**
 * The store of a kind of document: the rights of its acts beside those that list, show and make it, whom it waits for
 * and how far it has come, and the tabs `pending-my-approval` and `on-hold`. Whoever its approval asks may read it.
 */
export function documentStore<D extends AnyDocument>(of: D, rights: Own, more: More = {}) {
  return store(of, {
    reachMore: (actor) => wasAskedToDecide(of, actor),
    restorable: restorableOf(of),
    ...more,
    rights: rightsOf(of, rights),
    computed: { ...computedOf(of), ...more.computed },
    types: {
      'pending-my-approval': (actor) => waitsForActor(of, actor),
      'on-hold': () => sql<boolean>`${column(of, 'onHold')}`,
      ...more.types,
    },
  });
}

/** The store of a list of one's own documents alone, whatever other rights one has. */
export const ownDocumentStore = <D extends AnyDocument>(of: D, rights: Own, more: More = {}) =>
  store(of, {
    narrow: (actor) => isRequester(of, actor),
    restorable: restorableOf(of),
    ...more,
    rights: rightsOf(of, rights),
    computed: { ...computedOf(of), ...more.computed },
  });
