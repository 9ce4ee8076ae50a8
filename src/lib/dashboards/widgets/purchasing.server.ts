import { formStatuses } from '#lib/documents/document.ts';
import {
  ALL_MY_REQUESTS,
  ALL_REQUESTS,
  myRequestsTab,
  purchaseRequest,
  requestsTab,
} from '#lib/purchasing/purchase-request/purchase-request.ts';
import { bars } from './bars.server.ts';
import { byMonth } from './by-month.server.ts';
import { number } from './number.server.ts';
import { ready, readyNow } from './ready.server.ts';
import { stackedBar } from './stacked-bar.server.ts';
import { table } from './table.server.ts';

const ROWS = 5;
const IN_APPROVAL = requestsTab('pending-approval');
const FOR_BUDGET = requestsTab('pending-budget');
const OF_DEPARTMENT = myRequestsTab('my-department-pending');
/** Sent, and not at an end: somebody else is to act. */
const UNDER_WAY = purchaseRequest.statuses
  .filter((status) => ![...formStatuses(purchaseRequest), ...purchaseRequest.final].includes(status))
  .map((status) => `status=${status}`)
  .join('&');

export const myRequestsByState = readyNow('my-requests-by-state', bars, {
  list: ALL_MY_REQUESTS,
  by: 'status',
  measure: 'count',
});
export const myRequestsUnderWay = readyNow('my-requests-under-way', table, {
  list: `${ALL_MY_REQUESTS}?${UNDER_WAY}&sort=neededBy`,
  rows: ROWS,
});
export const departmentRequests = readyNow('department-requests', number, { list: OF_DEPARTMENT, measure: 'count' });
export const requestsOfDepartment = readyNow('requests-of-department', table, {
  list: `${OF_DEPARTMENT}?sort=neededBy`,
  rows: ROWS,
});

export const urgentRequests = readyNow('urgent-requests', number, {
  list: `${IN_APPROVAL}?priority=urgent&priority=critical`,
  measure: 'count',
});
export const waitingForApproval = readyNow('waiting-for-approval', number, { list: IN_APPROVAL, measure: 'count' });
export const requestsForApproval = readyNow('requests-for-approval', table, {
  list: `${IN_APPROVAL}?sort=neededBy`,
  rows: ROWS,
});
export const waitingForBudget = readyNow('waiting-for-budget', number, { list: FOR_BUDGET, measure: 'count' });
export const amountForBudget = readyNow('amount-for-budget', number, {
  list: FOR_BUDGET,
  measure: 'estimatedGrossCents',
});
export const requestsForBudget = readyNow('requests-for-budget', table, {
  list: `${FOR_BUDGET}?sort=neededBy`,
  rows: ROWS,
});

export const requestsByState = ready('requests-by-state', bars, { list: ALL_REQUESTS, by: 'status', measure: 'count' });
export const requestsByDepartment = ready('requests-by-department', stackedBar, {
  list: ALL_REQUESTS,
  by: 'departmentId',
  dividedBy: 'status',
  measure: 'count',
});
export const requestedByCategory = ready('requested-by-category', bars, {
  list: ALL_REQUESTS,
  by: 'expenseCategoryId',
  measure: 'estimatedGrossCents',
});
export const requestedByMonth = ready('requested-by-month', byMonth, {
  list: ALL_REQUESTS,
  by: 'createdAt',
  measure: 'estimatedGrossCents',
  drawn: 'bar',
});
