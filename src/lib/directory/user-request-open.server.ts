import { sql } from 'kysely';
import { personId, systemActor, type Actor } from '#lib/access/actor.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { registerOpenPapers } from '#lib/platform/open-papers.server.ts';
import { watch } from '#lib/platform/watchers.server.ts';
import { userRequests } from './user-request.server.ts';
import { userRequest, userRequestPath } from './user-request.ts';

registerOpenPapers({
  papers: () => sql`select id as doc_id, department_id, requester_id as owner_id from user_requests where status not in ('fulfilled', 'rejected', 'cancelled')`,
  handOver,
});

/** Drafts and returned requests get another requester of their department; what is being decided stays whose it is. */
async function handOver(tx: Tx, by: Actor, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ id: string; version: number; number: string | null; fullName: string; fromName: string }>`
    select r.id, r.version, r.number, r.full_name, (select full_name from users where id = ${from}) as from_name from user_requests r join users u on u.id = ${to} and u.status = 'active'
    join user_departments d on d.user_id = u.id and d.department_id = r.department_id
    where r.requester_id = ${from} and r.status in ('draft', 'returned') order by r.id for update of r`.execute(tx);
  for (const { number, fullName, fromName, ...seen } of rows) {
    await watch(tx, userRequest.name, seen.id, [to]);
    await notify(tx, {
      event: 'paper.handed-over', to: to === personId(by) ? [] : [to], key: `handed-over:${seen.id}:${seen.version}`, link: userRequestPath.show(seen.id),
      entity: { name: userRequest.name, id: seen.id, number }, params: { title: fullName, from: fromName },
    });
    await userRequests.update(systemActor(by.requestId), seen, {}, async () => ({ requesterId: to }), { tx, event: 'handed-over' });
  }
  return rows.length;
}
