import { sql } from 'kysely';
import { personId, systemActor, type Actor } from '#lib/access/actor.ts';
import { snake, type Entity } from '#lib/kernel/entity.ts';
import type { store } from '#lib/kernel/store.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { watch } from '#lib/platform/watchers.server.ts';

/** Documents of one kind that have a requester and a department; `title` is the field that names one to people. */
interface Papers {
  store: Pick<ReturnType<typeof store<Entity<any, any, any>>>, 'of' | 'update'>;
  title: string;
  path: (id: string) => string;
}

/**
 * Drafts and returned documents get another requester, where that person belongs to their department; who gets them is
 * told. What is being decided or done stays: those who are asked have seen whose it is. How many.
 */
export async function handOverDrafts(
  tx: Tx,
  by: Actor,
  from: string,
  to: string,
  { store: papers, title, path }: Papers,
): Promise<number> {
  const { name, table } = papers.of;
  const { rows } = await sql<{ id: string; version: number; number: string | null; title: string; fromName: string }>`
    select r.id, r.version, r.number, ${sql.ref(`r.${snake(title)}`)} as title, (select full_name from users where id = ${from}) as from_name
    from ${sql.table(snake(table))} r join users u on u.id = ${to} and u.status = 'active' join user_departments d on d.user_id = u.id and d.department_id = r.department_id
    where r.requester_id = ${from} and r.status in ('draft', 'returned') order by r.id for update of r`.execute(tx);
  for (const { number, title: called, fromName, ...seen } of rows) {
    await watch(tx, name, seen.id, [to]);
    await notify(tx, {
      event: 'paper.handed-over',
      to: to === personId(by) ? [] : [to],
      key: `handed-over:${seen.id}:${seen.version}`,
      link: path(seen.id),
      entity: { name, id: seen.id, number },
      params: { title: called, from: fromName },
    });
    await papers.update(systemActor(by.requestId), seen, {}, async () => ({ requesterId: to }), {
      tx,
      event: 'handed-over',
    });
  }
  return rows.length;
}
