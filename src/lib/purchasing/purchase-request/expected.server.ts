import { z } from 'zod';
import { expectedApproval } from '#lib/documents/expected.server.ts';
import { askedFor } from './snapshot.server.ts';
import { purchaseRequest } from './purchase-request.ts';
import { purchaseRequestWriting } from './writing.server.ts';

const more = z.object({
  purchasePath: purchaseRequest.fields.purchasePath.schema.default('quotation'),
  preferredVendor: z.string().max(500, 'too-long').nullish(),
  expenseCategoryIds: z.array(z.uuid('not-a-choice')).max(200, 'too-many-rows').default([]),
});

/** Who will be asked for a request that is still being written; vendor and categories are what it is added up with others by (split rule). */
export const whoWillBeAsked = expectedApproval(purchaseRequestWriting, more, (request, reader) =>
  askedFor(request, request.netCents, reader),
);
