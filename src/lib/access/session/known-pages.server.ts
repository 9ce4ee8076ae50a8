import { isSwitchedOn } from './actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { PageDeclaration } from './page.ts';
import { safePath } from './safe-path.ts';

type Find = (address: string) => Promise<PageDeclaration | undefined>;

let find: Find | undefined;

/** Called by the server's table of pages when it is loaded; operations may not import pages. */
export function registerPages(pageAtAddress: Find): void {
  find = pageAtAddress;
}

/**
 * Whether there is a page at the path. Scripts and tests of operations have no page table: there every path of ours
 * counts as one.
 */
export async function isPage(path: string): Promise<boolean> {
  return safePath(path) === path && (!find || isStaff(await find(path)));
}

const isStaff = (page: PageDeclaration | undefined): boolean => page?.kind === 'staff';

/** Whether there is one, and the actor may open it. */
export async function isOpenPage(actor: Actor, path: string): Promise<boolean> {
  if (safePath(path) !== path) return false;
  const page = await find?.(path);
  if (find && !isStaff(page)) return false;
  const can = page?.can;
  return !can || (isSwitchedOn(can.subject) && actor.ability.can(can.subject, ...can.anyOf));
}
