import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { recordPath } from './record-path.ts';
import { storeOf, type AnyStore } from './stores.server.ts';

/** Whether the actor may open the page of records of a kind: of some of them at least. */
export async function opensFor(actor: Actor, { of, options: { rights } }: AnyStore): Promise<boolean> {
  return actor.ability.can(of.subject, ...rights.show) && isOpenPage(actor, recordPath(of, 'any'));
}

/** The page of one record, by the name of its kind; null where there is none, or the actor may not open it. */
export async function openedPath(actor: Actor, entity: string, id: string): Promise<string | null> {
  const store = storeOf(entity);
  if (!store || !(await opensFor(actor, store))) return null;
  return (await store.reaches(actor, id)) ? recordPath(store.of, id) : null;
}
