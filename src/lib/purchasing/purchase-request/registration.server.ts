import { registerDocument } from '#lib/documents/registration.server.ts';
import { purchaseRequestLife } from './life.server.ts';
import { factNotes } from './show.ts';

registerDocument(purchaseRequestLife, {
  flags: ['emergency', 'split'],
  tab: { name: 'requests', label: 'purchasing.inboxTab' },
  preview: { figures: ['purchasePath', 'priority'], notes: factNotes },
});
