import { sql } from 'kysely';
import { personId, systemActor, type Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import { recordPath } from '#lib/records/record-path.ts';
import type { store } from '#lib/records/store.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { addWatchers } from '#lib/on-records/watchers.server.ts';

/** The store of documents that have a requester and a department. */
type Documents = Pick<ReturnType<typeof store<AnyEntity>>, 'of' | 'update'>;

/**
 * Drafts and returned documents get another requester, where that person belongs to their department; who gets them is
 * told. What is being decided or done stays: those who are asked have seen whose it is. How many.
 */
export async function reassignDrafts(
  tx: Tx,
  by: Actor,
  from: string,
  to: string,
  documents: Documents,
): Promise<number> {
  const { name, table, title: titles } = documents.of;
  const title = String(titles.at(-1));
  const { rows } = await sql<{ id: string; version: number; number: string | null; title: string; fromName: string }>`
    select r.id, r.version, r.number, ${sql.ref(`r.${snake(title)}`)} as title, (select full_name from users where id = ${from}) as from_name
    from ${sql.table(snake(table))} r join users u on u.id = ${to} and u.status = 'active' join user_departments d on d.user_id = u.id and d.department_id = r.department_id
    where r.requester_id = ${from} and r.status in ('draft', 'returned') and r.deleted_at is null order by r.id for update of r`.execute(
    tx,
  );
  for (const { number, title: called, fromName, ...seen } of rows) {
    await addWatchers(tx, name, seen.id, [to]);
    await notify(tx, {
      event: 'paper.handed-over',
      to: to === personId(by) ? [] : [to],
      key: `handed-over:${seen.id}:${seen.version}`,
      link: recordPath(documents.of, seen.id),
      entity: { name, id: seen.id, number },
      params: { title: called, from: fromName },
    });
    await documents.update(systemActor(by.requestId), seen, {}, async () => ({ requesterId: to }), {
      tx,
      event: 'handed-over',
      whileHeld: true,
    });
  }
  return rows.length;
}
