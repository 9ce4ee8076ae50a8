import { expectedCall } from '#lib/approvals/paths.ts';
import { documentFormPage, type DocumentFormView } from '#lib/documents/form/page.server.ts';
import { isOpenLine } from '#lib/documents/priced-lines.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { whoWillBeAsked } from './expected.server.ts';
import { purchaseRequestRules } from './form.ts';
import { purchaseRequestLife } from './life.server.ts';
import type { PurchaseRequest, purchaseRequest } from './purchase-request.ts';
import type { ReadLine } from './line.ts';
import type { FullDocument } from '#lib/documents/reading.server.ts';
import { createPurchaseRequest, purchaseRequestWriting, updatePurchaseRequest } from './writing.server.ts';

/** The page of a new request or of a change. */
export function requestFormPage(
  astro: PostedPage,
  record: FullDocument<typeof purchaseRequest, { lines: ReadLine[] }> | null,
): Promise<DocumentFormView> {
  const { actor } = astro.locals;
  return documentFormPage<PurchaseRequest>(astro, {
    life: purchaseRequestLife,
    rules: purchaseRequestRules,
    record: record && { ...record, lines: record.lines.filter(isOpenLine) },
    first: { ...purchaseRequestWriting.first(actor), purchasePath: 'quotation' },
    create: (by, input, tx) => createPurchaseRequest(by, input, tx ? { tx } : {}),
    update: updatePurchaseRequest,
    expected: { at: expectedCall, ask: whoWillBeAsked },
  });
}
