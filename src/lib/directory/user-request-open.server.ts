import { sql } from 'kysely';
import { handOverDrafts } from '#lib/approvals/hand-over.server.ts';
import { registerOpenPapers } from '#lib/platform/open-papers.server.ts';
import { userRequests } from './user-request.server.ts';
import { userRequestPath } from './user-request.ts';

registerOpenPapers({
  papers: () =>
    sql`select id as doc_id, department_id, requester_id as owner_id from user_requests where status not in ('fulfilled', 'rejected', 'cancelled')`,
  handOver: (tx, by, from, to) =>
    handOverDrafts(tx, by, from, to, { store: userRequests, title: 'fullName', path: userRequestPath.show }),
});
