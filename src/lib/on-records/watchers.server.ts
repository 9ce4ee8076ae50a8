import { sql } from 'kysely';
import { validate } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { readableRecord, type RecordKind } from '#lib/records/record-kinds.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    watchers: Table<{ entity: string; entityId: string; userId: string; createdAt: string }, 'createdAt'>;
  }
}

/** Whether the actor watches the record. */
export async function isWatching(actor: Actor, entity: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('watchers')
    .select('userId')
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where('userId', '=', actor.id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Begins or ends the actor's own watching of a record that he reaches. */
export async function setWatching(
  actor: Actor,
  entity: string,
  id: string,
  watching: boolean,
): Promise<{ watching: boolean }> {
  const { of } = await readableRecord(actor, entity, id);
  await transaction(async (tx) => {
    const changed = watching
      ? await addWatchers(tx, entity, id, [actor.id])
      : (
          await tx
            .deleteFrom('watchers')
            .where('entity', '=', entity)
            .where('entityId', '=', id)
            .where('userId', '=', actor.id)
            .returning('userId')
            .execute()
        ).length;
    if (changed > 0)
      await logActivity(
        actor,
        { event: `${entity}.${watching ? 'watched' : 'unwatched'}`, subject: of.subject, entity, entityId: id },
        tx,
      );
  });
  return { watching };
}

/**
 * Makes people watch a record: its author, people who are asked or mentioned. Existing watchers stay. Returns how many
 * are new.
 */
export async function addWatchers(tx: Tx, entity: string, id: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const { rows } = await sql`
    insert into watchers (entity, entity_id, user_id) select ${entity}, ${id}, unnest(${userIds}::uuid[])
    on conflict do nothing returning user_id`.execute(tx);
  return rows.length;
}

/**
 * Who watches a record and may still open it, but the actor: the people to tell of what the actor does. To be read before
 * the transaction in which they are told, since it takes connections of its own.
 */
export async function watchersWhoMayOpen(actor: Actor, { of, reaches }: RecordKind, id: string): Promise<string[]> {
  if (!validate(id)) return [];
  const found = await db
    .selectFrom('watchers')
    .select('userId')
    .where('entity', '=', of.name)
    .where('entityId', '=', id)
    .execute();
  const may: string[] = [];
  for (const userId of found.map((row) => row.userId).filter((one) => one !== personId(actor))) {
    const watcher = await actorOfPerson(userId);
    if (watcher && (await reaches(watcher, id))) may.push(userId);
  }
  return may;
}
