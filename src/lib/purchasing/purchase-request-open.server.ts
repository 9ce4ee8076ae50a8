import { sql } from 'kysely';
import { systemActor, type Actor } from '#lib/access/actor.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { registerOpenPapers } from '#lib/platform/open-papers.server.ts';
import { watch } from '#lib/platform/watchers.server.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { purchaseRequest } from './purchase-request.ts';

registerOpenPapers({
  papers: () => sql`select id as doc_id, department_id, requester_id as owner_id from purchase_requests where status not in ('rejected', 'completed', 'cancelled', 'closed')`,
  handOver,
});

/**
 * Drafts and returned requests get another requester, where that person belongs to their department. What is being
 * decided or bought stays: those who are asked have seen whose it is.
 */
async function handOver(tx: Tx, by: Actor, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ id: string; version: number }>`
    select r.id, r.version from purchase_requests r join users u on u.id = ${to} and u.status = 'active'
    join user_departments d on d.user_id = u.id and d.department_id = r.department_id
    where r.requester_id = ${from} and r.status in ('draft', 'returned') order by r.id for update of r`.execute(tx);
  for (const seen of rows) {
    await purchaseRequests.update(systemActor(by.requestId), seen, {}, async () => ({ requesterId: to }), { tx, event: 'handed-over' });
    await watch(tx, purchaseRequest.name, seen.id, [to]);
  }
  return rows.length;
}
