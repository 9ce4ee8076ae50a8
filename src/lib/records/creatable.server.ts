import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import type { AnyEntity } from './entity.ts';
import { allStores, storeOf } from './stores.server.ts';

/** What the actor may make, each with the page that makes it. */
export async function creatable(actor: Actor): Promise<{ of: AnyEntity; href: string }[]> {
  const stores = allStores()
    .filter((store) => storeOf(store.of.name) === store)
    .filter(({ of, options: { rights } }) => rights.create && actor.ability.can(of.subject, ...rights.create));
  const pages = await Promise.all(
    stores.map(async ({ of }) => {
      for (const href of [`${of.path}/new/create`, `${of.path}/create`])
        if (await isOpenPage(actor, href)) return [{ of, href }];
      return [];
    }),
  );
  return pages.flat();
}
