/** What the page and the preview of a request say beside what every document's say. Browser-safe. */
import type { StatusSummary } from '#lib/documents/state/status-summary.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { PurchaseRequest } from './purchase-request.ts';

const key = 'purchasing.purchaseRequest';

type Sourced = Pick<PurchaseRequest, 'purchasePath' | 'requiredQuotations'>;

/** What the card at the head of a request says in a status of its own. */
export function requestSummary({ status }: Pick<PurchaseRequest, 'status'>, t: Translate): StatusSummary | null {
  return status === 'pending-budget'
    ? { tone: 'done', heading: t(`${key}.standing.approved`), text: t(`${key}.standing.approvedText`) }
    : null;
}

/** How many quotations the amount asks for: below that stage, and below the path of the purchase. */
export const stageNotes = (request: Sourced, t: Translate) => saidOf(request, 'quotations', 'stages.required', t);
export const factNotes = (request: Sourced, t: Translate) => saidOf(request, 'purchasePath', 'quotations', t);

function saidOf(
  { purchasePath, requiredQuotations: count }: Sourced,
  at: string,
  words: string,
  t: Translate,
): Record<string, string> {
  return purchasePath === 'quotation' && count ? { [at]: t(`${key}.${words}`, { count }) } : {};
}
