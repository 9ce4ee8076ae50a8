import type { Actor } from '#lib/values/actor.ts';
import { recordPaths } from './paths.ts';
import { allStores } from './stores.server.ts';

/**
 * The page that shows the record whose form is at `pathname`, for whoever may read the record: `/…/<id>/edit` leads to
 * `/…/<id>/show`. Null for other addresses, and for records out of reach.
 */
export async function readableAt(actor: Actor, pathname: string): Promise<string | null> {
  const [, list, id] = /^(.+)\/([^/]+)\/edit\/?$/.exec(pathname) ?? [];
  const store = allStores().find(({ of }) => of.path === list);
  return store && id && (await store.reaches(actor, id)) ? recordPaths(store.of.path).show(id) : null;
}
