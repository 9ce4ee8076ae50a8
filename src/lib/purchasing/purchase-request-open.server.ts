import { sql } from 'kysely';
import { personId, systemActor, type Actor } from '#lib/access/actor.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { registerOpenPapers } from '#lib/platform/open-papers.server.ts';
import { watch } from '#lib/platform/watchers.server.ts';
import { requestPath } from './purchase-request-paths.ts';
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
  const { rows } = await sql<{ id: string; version: number; number: string | null; title: string; fromName: string }>`
    select r.id, r.version, r.number, r.title, (select full_name from users where id = ${from}) as from_name from purchase_requests r join users u on u.id = ${to} and u.status = 'active'
    join user_departments d on d.user_id = u.id and d.department_id = r.department_id
    where r.requester_id = ${from} and r.status in ('draft', 'returned') order by r.id for update of r`.execute(tx);
  for (const { number, title, fromName, ...seen } of rows) {
    await watch(tx, purchaseRequest.name, seen.id, [to]);
    await notify(tx, {
      event: 'paper.handed-over', to: to === personId(by) ? [] : [to], key: `handed-over:${seen.id}:${seen.version}`, link: requestPath.show(seen.id),
      entity: { name: purchaseRequest.name, id: seen.id, number }, params: { title, from: fromName },
    });
    await purchaseRequests.update(systemActor(by.requestId), seen, {}, async () => ({ requesterId: to }), { tx, event: 'handed-over' });
  }
  return rows.length;
}
