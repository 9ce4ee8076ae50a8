import type { Actor } from '#lib/access/actor.ts';
import type { Crumb } from '#lib/access/page.ts';

/** The way back from a request: to the list of all for those who read all, else to one's own, else to what waits for one. */
export function requestsCrumb({ ability }: Pick<Actor, 'ability'>): Crumb {
  if (ability.can('PurchaseRequest', 'read')) return { label: 'purchasing.purchaseRequest.many', path: '/purchasing/purchase-requests/all-requests' };
  if (ability.can('MyPurchaseRequest', 'my-request-read', 'my-department-request-read')) return { label: 'purchasing.purchaseRequest.mine', path: '/purchasing/my-purchase-requests/all-my-requests' };
  return { label: 'approvals.inbox.title', path: '/approvals' };
}
