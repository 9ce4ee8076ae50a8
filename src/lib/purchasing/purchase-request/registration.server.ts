import { registerDocument } from '#lib/documents/registration.server.ts';
import { purchaseRequestLife } from './life.server.ts';
import { previewRequest } from './preview.server.ts';

registerDocument(purchaseRequestLife, {
  flags: ['emergency', 'split'],
  tab: { name: 'requests', label: 'purchasing.inboxTab' },
  preview: previewRequest,
});
