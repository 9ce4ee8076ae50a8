import { sql } from 'kysely';
import { registerInboxSource } from '#lib/approvals/inbox.server.ts';
import { labels } from '#lib/kernel/entity.ts';
import { requestPath } from './purchase-request-paths.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { purchaseRequest } from './purchase-request.ts';

registerInboxSource({
  docType: DOC_TYPE,
  type: 'requests',
  subject: purchaseRequest.subject,
  label: labels.one(purchaseRequest),
  entity: purchaseRequest.name,
  isOpenTo: ({ ability }) => ability.can('PurchaseRequest', ...SHOW),
  path: requestPath.show,
  documents: () => sql`select id as doc_id, version, number, title, estimated_gross_cents as amount_cents, requester_id, department_id, status from purchase_requests`,
});
