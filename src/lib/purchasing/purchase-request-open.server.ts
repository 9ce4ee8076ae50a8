import { sql } from 'kysely';
import { handOverDrafts } from '#lib/approvals/hand-over.server.ts';
import { registerOpenPapers } from '#lib/platform/open-papers.server.ts';
import { requestPath } from './purchase-request-paths.ts';
import { purchaseRequests } from './purchase-request.server.ts';

registerOpenPapers({
  papers: () =>
    sql`select id as doc_id, department_id, requester_id as owner_id from purchase_requests where status not in ('rejected', 'completed', 'cancelled', 'closed')`,
  handOver: (tx, by, from, to) =>
    handOverDrafts(tx, by, from, to, { store: purchaseRequests, title: 'title', path: requestPath.show }),
});
