import { ownDashboardPath } from '#lib/dashboards/paths.ts';
import { MAILBOX_PATH } from '#lib/email/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';

/**
 * A signed-in person's start page: the personal redirect address when it leads to a page they may open, else the
 * dashboard (specification, sections 2 and 4), for whoever may not see that the mailbox, which is open to everybody.
 */
export async function startPageOf(actor: Actor): Promise<string> {
  for (const path of [actor.personalRedirect, ownDashboardPath.page])
    if (path && (await isOpenPage(actor, path))) return path;
  return MAILBOX_PATH;
}
