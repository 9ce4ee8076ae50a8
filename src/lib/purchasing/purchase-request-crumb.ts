import type { Actor } from '#lib/access/actor.ts';
import type { Crumb } from '#lib/access/page.ts';
import { ALL, ALL_OF_MINE } from './purchase-request-paths.ts';
import { MINE } from './purchase-request-rights.ts';

/** The way back from a request: to the list of all for those who read all, else to one's own, else to what waits for one. */
export function requestsCrumb({ ability }: Pick<Actor, 'ability'>): Crumb {
  if (ability.can('PurchaseRequest', 'read')) return { label: 'purchasing.purchaseRequest.many', path: ALL };
  if (ability.can('MyPurchaseRequest', ...MINE)) return { label: 'purchasing.purchaseRequest.mine', path: ALL_OF_MINE };
  return { label: 'approvals.inbox.title', path: '/approvals' };
}
