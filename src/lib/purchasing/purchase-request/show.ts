/** What the page of a request says beside what every document's page says. Browser-safe. */
import type { AllowedAct } from '#lib/documents/acts.server.ts';
import { isOpenLine } from '#lib/documents/priced-lines.ts';
import { decidesNow } from '#lib/documents/show.ts';
import type { Translate } from '#lib/values/languages.ts';
import { dateOf, formatDate } from '#lib/values/time.ts';
import type { PurchaseRequest } from './purchase-request.ts';

const key = 'purchasing.purchaseRequest';

/** Whether the reader decides now and the request has items of which some could be refused. */
export function mayRefuseLines(request: {
  allowedActions: readonly AllowedAct[];
  lines: readonly { lineState: string }[];
}): boolean {
  return decidesNow(request) && request.lines.filter(isOpenLine).length > 1;
}

/** Who asks, when it was raised and by when it is needed: the line below the title. */
export const metaOf = (
  { titles, createdAt, neededBy }: Pick<PurchaseRequest, 'createdAt' | 'neededBy'> & { titles: Record<string, string> },
  t: Translate,
): string[] => [
  `${titles['requesterId']}, ${titles['departmentId']}`,
  t(`${key}.raised`, { date: formatDate(dateOf(createdAt)) }),
  t(`${key}.needed`, { date: formatDate(neededBy) }),
];

/** How many quotations the amount asks for, below that stage. */
export function stageNotes(
  { purchasePath, requiredQuotations }: Pick<PurchaseRequest, 'purchasePath' | 'requiredQuotations'>,
  t: Translate,
): Record<string, string> {
  return purchasePath === 'quotation' && requiredQuotations
    ? { quotations: t(`${key}.stages.required`, { count: requiredQuotations }) }
    : {};
}
