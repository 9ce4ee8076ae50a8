import { profilePath } from '#lib/access/paths.ts';
import { activityLogPath } from '#lib/administration/paths.ts';
import { userPath } from '#lib/directory/user/paths.ts';
import { ownDashboardPath } from '#lib/dashboards/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { ALL_MY_REQUESTS, ALL_REQUESTS } from '#lib/purchasing/purchase-request/purchase-request.ts';

/** Possible start pages, best first; the first that exists and that the person may open is used. */
const STARTS = [ownDashboardPath.page, ALL_REQUESTS, ALL_MY_REQUESTS, userPath.list, activityLogPath.list];

/** Open to every signed-in person. */
const LAST = profilePath.show;

/**
 * A signed-in person's start page: the personal redirect address when it leads to a page they may open, else the
 * dashboard, else the first page of the menu that their rights permit, else their own profile (specification, section
 * 4).
 */
export async function startPageOf(actor: Actor): Promise<string> {
  for (const path of [actor.personalRedirect, ...STARTS]) {
    if (path && (await isOpenPage(actor, path))) return path;
  }
  return LAST;
}
