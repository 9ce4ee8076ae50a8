import type { Actor } from '#lib/access/actor.ts';
import { isOpenPage } from '#lib/access/known-pages.server.ts';
import { ALL, ALL_OF_MINE } from '#lib/purchasing/purchase-request-paths.ts';

/** Pages to begin on, best first; the first that exists and is open to the person is taken. */
const STARTS = ['/dashboard', ALL, ALL_OF_MINE, '/directory/users', '/directory/activity-log'];

/** Always open to whoever is signed in. */
const LAST = '/directory/my-profile';

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
