import { sql } from 'kysely';
import { column } from '#lib/records/columns.server.ts';
import type { TabOf } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import { store } from '#lib/records/store.server.ts';
import type { StoreOptions } from '#lib/records/store-reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { restorableOf, rightsOf } from '../acts.server.ts';
import { waitsForActor, wasAskedToDecide } from '../asked.server.ts';
import type { AnyDocument } from '../document.ts';
import { computedOf } from '../state/computed.server.ts';

type Own = Parameters<typeof rightsOf>[1];
type More<D> = Partial<Omit<StoreOptions<string, TabOf<D>>, 'rights'>>;

/**
 * The store of a kind of document: the rights of its acts beside those that list, show and make it, whom it waits for
 * and how far it has come, and the tabs `pending-my-approval` and `on-hold`. Whoever its approval asks may read it.
 */
export function documentStore<D extends AnyDocument>(of: D, rights: Own, more: More<D> = {}) {
  return store(of, {
    reachMore: (actor) => wasAskedToDecide(of, actor),
    restorable: restorableOf(of),
    ...more,
    rights: rightsOf(of, rights),
    computed: { ...computedOf(of), ...more.computed },
    types: { ...usualTabs(of), ...more.types },
  });
}

/** Their rows, where a kind has such tabs. */
const usualTabs = (of: AnyDocument): More<AnyDocument>['types'] => ({
  'pending-my-approval': (actor) => waitsForActor(of, actor),
  'on-hold': () => sql<boolean>`${column(of, 'onHold')}`,
});

/**
 * The store of a list of one's own documents alone, whatever other rights one has; of a list with tabs of the
 * department, those are of its documents and the others of one's own.
 */
export function ownDocumentStore<D extends AnyDocument>(of: D, rights: Own, more: More<D> = {}) {
  const tabs = Object.entries((of.list.types ?? {}) as Record<string, ListType>);
  const isShared = tabs.some(([, { scope }]) => scope === 'department');
  const conditions = tabs
    .filter(([, { deleted }]) => !deleted)
    .map(([name, { scope }]) => [name, (actor: Actor) => (scope === 'department' ? inDepartment : isOwn)(of, actor)]);
  return store(of, {
    ...(isShared ? { types: Object.fromEntries(conditions) } : { narrow: (actor: Actor) => isOwn(of, actor) }),
    restorable: restorableOf(of),
    ...more,
    rights: rightsOf(of, rights),
    computed: { ...computedOf(of), ...more.computed },
  });
}

const isOwn = (of: AnyDocument, actor: Actor) =>
  sql<boolean>`(${sql.join(
    of.scope!.own!.map((name: string) => sql`${column(of, name)} = ${actor.id || null}`),
    sql` or `,
  )})`;

const inDepartment = (of: AnyDocument, actor: Actor) =>
  sql<boolean>`${column(of, of.scope!.department!)} = any(${actor.departmentTreeIds}::uuid[])`;
