/** The lists of purchase requests by their tabs, as links say them. Browser-safe, without a schema. */
import type { TabOf } from '#lib/records/entity.ts';
import { LIST, MY_LIST } from './paths.ts';
import type { myPurchaseRequest, purchaseRequest } from './purchase-request.ts';

export const requestsTab = (tab: TabOf<typeof purchaseRequest>): string => `${LIST}/${tab}`;
export const myRequestsTab = (tab: TabOf<typeof myPurchaseRequest>): string => `${MY_LIST}/${tab}`;

/** Each list with its first tab. */
export const ALL_REQUESTS = requestsTab('all-requests');
export const ALL_MY_REQUESTS = myRequestsTab('all-my-requests');
