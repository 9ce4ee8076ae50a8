import { sql } from 'kysely';
import { personId, systemActor, type Actor } from '#lib/values/actor.ts';
import { snake } from '#lib/values/names.ts';
import { tableOf } from '#lib/records/columns.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { addWatchers } from '#lib/on-records/watchers.server.ts';
import { titleFieldOf } from '../document-name.ts';
import { formStatuses, type AnyDocument } from '../document.ts';
import type { Life } from '../life.server.ts';

/**
 * Drafts and returned documents of a kind get another requester, where that person belongs to their department; who
 * gets them is notified. What is being decided or done stays: those who are asked have seen whose it is. Returns how
 * many.
 */
export async function reassignDrafts(
  tx: Tx,
  by: Actor,
  from: string,
  to: string,
  { of, documents }: Pick<Life<AnyDocument>, 'of' | 'documents'>,
): Promise<number> {
  const { name, requester, scope } = of;
  const ref = (field: string) => sql.ref(`r.${snake(field)}`);
  const { rows } = await sql<{ id: string; version: number; number: string | null; title: string; fromName: string }>`
    select r.id, r.version, r.number, ${ref(titleFieldOf(of))} as title, (select full_name from users where id = ${from}) as from_name
    from ${tableOf(of)} r join users u on u.id = ${to} and u.status = 'active' join user_departments d on d.user_id = u.id and d.department_id = ${ref(scope!.department!)}
    where ${ref(requester)} = ${from} and r.status = any(${formStatuses(of)}::text[]) and r.deleted_at is null order by r.id for update of r`.execute(
    tx,
  );
  for (const { id, version, number, title, fromName } of rows) {
    await addWatchers(tx, name, id, [to]);
    await notify(tx, {
      event: 'document.reassigned',
      to: to === personId(by) ? [] : [to],
      key: `reassigned:${id}:${version}`,
      link: recordPath(of, id),
      entity: { name, id, number },
      params: { title, from: fromName },
    });
    await documents.update(systemActor(by.requestId), { id, version }, {}, async () => ({ [requester]: to }), {
      tx,
      event: 'reassigned',
      whileHeld: true,
    });
  }
  return rows.length;
}
