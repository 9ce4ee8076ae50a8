import { ownDashboardPath } from '#lib/dashboards/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';

/**
 * A signed-in person's start page: the personal redirect address when it leads to a page they may open, else the
 * dashboard (specification, sections 2 and 4). Whoever may not see that either is told where to go instead, on the
 * not-authorized page.
 */
export async function startPageOf(actor: Actor): Promise<string> {
  const own = actor.personalRedirect;
  return own && (await isOpenPage(actor, own)) ? own : ownDashboardPath.page;
}
