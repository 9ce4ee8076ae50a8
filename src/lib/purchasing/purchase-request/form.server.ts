import { formPageOf } from '#lib/documents/form/page.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { expectedForRequest } from './asked.server.ts';
import { purchaseRequestRules } from './form.ts';
import { purchaseRequestLife } from './life.server.ts';
import { purchaseRequestWriting } from './writing.server.ts';

/** The page of a new request or of a change. */
export const requestFormPage = formPageOf(purchaseRequestLife, purchaseRequestWriting, purchaseRequestRules, {
  first: { purchasePath: 'quotation' },
  limits: async () => ({
    direct: await businessSetting('purchasing.direct-limit'),
    specification: await businessSetting('purchasing.specification-above'),
  }),
  expected: expectedForRequest,
});
