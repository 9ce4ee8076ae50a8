import { expectedCall } from '#lib/approvals/paths.ts';
import { formPageOf } from '#lib/documents/form/page.server.ts';
import { whoWillBeAsked } from './asked.server.ts';
import { purchaseRequestRules } from './form.ts';
import { purchaseRequestLife } from './life.server.ts';
import { purchaseRequestWriting } from './writing.server.ts';

/** The page of a new request or of a change. */
export const requestFormPage = formPageOf(purchaseRequestLife, purchaseRequestWriting, purchaseRequestRules, {
  first: { purchasePath: 'quotation' },
  expected: { at: expectedCall, ask: whoWillBeAsked },
});
