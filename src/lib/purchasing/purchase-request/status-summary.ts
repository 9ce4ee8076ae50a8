import type { StatusSummary } from '#lib/documents/state/status-summary.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** What the card at the head of a request says in a status of its own. */
export function requestSummary({ status }: Pick<PurchaseRequest, 'status'>, t: Translate): StatusSummary | null {
  const word = 'purchasing.purchaseRequest.standing';
  return status === 'pending-budget'
    ? { tone: 'done', heading: t(`${word}.approved`), text: t(`${word}.approvedText`) }
    : null;
}
