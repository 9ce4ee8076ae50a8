import { registerDocument } from '#lib/documents/registration.server.ts';
import { changesBetween } from '#lib/documents/snapshot-changes.server.ts';
import { purchaseRequestLife } from './life.server.ts';
import { previewRequest } from './preview.server.ts';
import { purchaseRequest } from './purchase-request.ts';

registerDocument(purchaseRequestLife, {
  flags: ['emergency', 'split'],
  tab: { name: 'requests', label: 'purchasing.inboxTab' },
  preview: previewRequest,
  changes: (before, after, words) => changesBetween(purchaseRequest, before, after, words),
});
