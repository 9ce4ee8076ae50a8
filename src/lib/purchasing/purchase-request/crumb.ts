import { INBOX_PATH } from '#lib/approvals/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Crumb } from '#lib/access/session/page.ts';
import { ALL, ALL_OF_MINE } from './paths.ts';
import { MINE } from './rights.ts';

/** The way back from a request: to the list of all for those who read all, else to one's own, else to what waits for one. */
export function requestsCrumb({ ability }: Pick<Actor, 'ability'>): Crumb {
  if (ability.can('PurchaseRequest', 'read')) return { label: 'purchasing.purchaseRequest.many', path: ALL };
  if (ability.can('MyPurchaseRequest', ...MINE)) return { label: 'purchasing.purchaseRequest.mine', path: ALL_OF_MINE };
  return { label: 'approvals.inbox.title', path: INBOX_PATH };
}
