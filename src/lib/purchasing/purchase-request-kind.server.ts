import { sql } from 'kysely';
import { registerApprovalKind } from '#lib/approvals/kinds.server.ts';
import {
  approvePurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
} from './purchase-request-approval.server.ts';
import { linesOf } from './purchase-request-lines.server.ts';
import { requestPath } from './purchase-request-paths.ts';
import { keepPrfAfterApproval } from './purchase-request-prf-versions.server.ts';
import { previewRequest } from './purchase-request-preview.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { snapshotChanges } from './purchase-request-snapshot-changes.server.ts';
import { DOC_TYPE, snapshotOf } from './purchase-request-snapshot.server.ts';
import { purchaseRequest } from './purchase-request.ts';

registerApprovalKind({
  docType: DOC_TYPE,
  of: purchaseRequest,
  flags: ['emergency', 'split'],
  editable: ['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId'],
  tab: { name: 'requests', label: 'purchasing.inboxTab' },
  isOpenTo: ({ ability }) => ability.can('PurchaseRequest', ...SHOW),
  path: requestPath.show,
  documents: () =>
    sql`select id as doc_id, version, number, title, estimated_gross_cents as amount_cents, requester_id, department_id, status from purchase_requests`,
  snapshot: async (docId, reader) => {
    const request = await reader.selectFrom('purchaseRequests').selectAll().where('id', '=', docId).executeTakeFirst();
    return request ? snapshotOf(request, await linesOf(docId, reader as never)) : null;
  },
  decide: {
    approve: async (...given) => keepPrfAfterApproval(await approvePurchaseRequest(...given)),
    return: returnPurchaseRequest,
    reject: rejectPurchaseRequest,
  },
  preview: previewRequest,
  changes: snapshotChanges,
});
