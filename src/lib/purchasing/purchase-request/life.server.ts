import { lifeOf } from '#lib/documents/life.server.ts';
import { lifeWithLines } from '#lib/documents/life-with-lines.server.ts';
import { checkComplete, quotationsFor } from './completeness.server.ts';
import { purchaseRequestLines } from './line.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { askedFor } from './asked.server.ts';
import { purchaseRequest } from './purchase-request.ts';
import { purchaseRequestWriting } from './writing.server.ts';

export const purchaseRequestLife = lifeOf(
  purchaseRequest,
  purchaseRequests,
  lifeWithLines(purchaseRequestWriting, purchaseRequestLines, {
    complete: checkComplete,
    asked: (request, lines, netCents, reader) =>
      askedFor({ ...request, expenseCategoryIds: lines.map((line) => line.expenseCategoryId) }, netCents, reader),
    /** How many quotations are asked for can only rise. */
    values: async (tx, request, netCents) => ({
      requiredQuotations: Math.max(request.requiredQuotations ?? 0, await quotationsFor(tx, netCents)),
    }),
  }),
);

export const {
  submit: submitPurchaseRequest,
  approve: approvePurchaseRequest,
  return: returnPurchaseRequest,
  reject: rejectPurchaseRequest,
  withdraw: withdrawPurchaseRequest,
  cancel: cancelPurchaseRequest,
  hold: holdPurchaseRequest,
  release: releasePurchaseRequest,
  delete: deletePurchaseRequest,
} = purchaseRequestLife;
