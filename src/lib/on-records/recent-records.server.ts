import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { allStores } from '#lib/records/stores.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { registerOpenedRecords } from '#lib/records/search/opened-records.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    recentRecords: { userId: string; entity: string; recordId: string; openedAt: string };
  }
}

/** What a person has opened is remembered up to this many records. */
const MOST = 50;
const PAGE_OF_RECORD = /^(\/.+)\/\[id\]\/(?:show|edit)$/;

/** The kind of record that a page shows, by the page's pattern: '/directory/teams/[id]/show'; undefined for other pages. */
export function recordShownAt(pattern: string): string | undefined {
  const path = PAGE_OF_RECORD.exec(pattern)?.[1];
  return path === undefined ? undefined : allStores().find(({ of }) => of.path === path)?.of.name;
}

/** Remembers that a person has opened a record; the oldest beyond 50 are forgotten. */
export async function recordOpened(actor: Actor, entity: string, id: string): Promise<void> {
  if (!validate(id)) return;
  await sql`
    with forgotten as (
      delete from recent_records where user_id = ${actor.id} and (entity, record_id) in (
        select entity, record_id from recent_records where user_id = ${actor.id} and (entity, record_id) <> (${entity}, ${id}::uuid)
        order by opened_at desc offset ${MOST - 1})
    )
    insert into recent_records (user_id, entity, record_id) values (${actor.id}, ${entity}, ${id})
    on conflict (user_id, entity, record_id) do update set opened_at = now()`.execute(db);
}

/** SQL: when the actor last opened the record of that kind whose id is `id`; null for never. */
export function openedAt(actor: Actor, entity: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select o.opened_at from recent_records o where o.user_id = ${actor.id} and o.entity = ${entity} and o.record_id = ${id})`;
}

/** SQL: the ids of the records of that kind that the actor has opened lately. */
export function openedIds(actor: Actor, entity: string): RawBuilder<unknown> {
  return sql`array(select o.record_id from recent_records o where o.user_id = ${actor.id} and o.entity = ${entity})`;
}

registerOpenedRecords({ openedAt, openedIds });
