import { profilePath } from '#lib/access/paths.ts';
import { activityLogPath } from '#lib/administration/paths.ts';
import { userPath } from '#lib/directory/user/paths.ts';
import { ownDashboardPath } from '#lib/dashboards/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { ALL, ALL_OF_MINE } from '#lib/purchasing/purchase-request/paths.ts';

/** Pages to begin on, best first; the first that exists and is open to the person is taken. */
const STARTS = [ownDashboardPath.page, ALL, ALL_OF_MINE, userPath.list, activityLogPath.list];

/** Always open to whoever is signed in. */
const LAST = profilePath.show;

/**
 * Where a signed-in person begins: the personal redirect address when it leads to a page that is open to them, else the
 * dashboard, else the first page of the menu that their rights open, else their own profile (specification, section 4).
 */
export async function startOf(actor: Actor): Promise<string> {
  for (const path of [actor.personalRedirect, ...STARTS]) {
    if (path && (await isOpenPage(actor, path))) return path;
  }
  return LAST;
}
