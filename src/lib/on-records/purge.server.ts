import { sql, type RawBuilder } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { DELETED_KEPT_DAYS } from '#lib/values/constants.ts';
import { camel, snake } from '#lib/values/names.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { allEntities, type Entity } from '#lib/records/entity.ts';
import { nameOf } from '#lib/records/titles.server.ts';

/** Of each kind in one run; the next run goes on. */
const MOST = 500;

/** A column that refers to the rows of a table. */
interface Reference {
  source: string;
  column: string;
  target: string;
  /** Whether the row goes with what it refers to: it cannot be without, or the database says so itself. */
  goesAlong: boolean;
}

/** What refers to what, and the tables of what hangs on records by their kind and id: the database knows it best. */
interface Catalogue {
  references: Reference[];
  hanging: { name: string; id: string }[];
}

/**
 * Removes for good what was deleted thirty days ago, with everything that hangs on it: lines and lists, comments, files,
 * watchers, notifications, unsaved work. Who else refers to it lets go of it. The activity log stays, and says so.
 */
export async function purgeDeleted(requestId: string, signal?: AbortSignal): Promise<{ purged: number }> {
  const actor = systemActor(requestId);
  const catalogue = await readCatalogue();
  let purged = 0;
  for (const of of allEntities().filter(({ fields }) => 'deletedAt' in fields)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${tableOf(of)} where ${isDue} order by deleted_at limit ${MOST}`.execute(db);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      if (await transaction((tx) => purge(tx, actor, of, id, catalogue))) purged += 1;
    }
  }
  return { purged };
}

const isDue = sql<boolean>`deleted_at < now() - ${DELETED_KEPT_DAYS}::int * interval '1 day'`;

/** False where somebody has restored it in between. */
async function purge(tx: Tx, actor: Actor, of: Entity, id: string, catalogue: Catalogue): Promise<boolean> {
  const table = snake(of.table);
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where id = ${id} and ${isDue} for update`.execute(tx);
  const record = rows[0];
  if (!record) return false;
  const { search: _, ...before } = record;
  await logActivity(
    actor,
    {
      event: `${of.name}.purged`,
      subject: of.subject,
      entity: of.name,
      entityId: id,
      entityNumber: nameOf(record),
      businessEntityId: (record[of.scope?.businessEntity ?? ''] as string | undefined) ?? null,
      departmentId: (record[of.scope?.department ?? ''] as string | undefined) ?? null,
      before,
      after: null,
      params: { days: DELETED_KEPT_DAYS },
    },
    tx,
  );
  await sql`delete from drafts where place like ${`%/${id}/%`}`.execute(tx);
  for (const hanging of catalogue.hanging)
    await removeRows(
      tx,
      actor,
      hanging.name,
      sql<boolean>`entity = ${of.name} and ${sql.ref(hanging.id)} = ${id}`,
      catalogue,
    );
  await removeRows(tx, actor, table, sql<boolean>`id = ${id}`, catalogue);
  return true;
}

/** Rows that depend on it are deleted with it; optional references to it are cleared. */
async function removeRows(
  tx: Tx,
  actor: Actor,
  table: string,
  which: RawBuilder<boolean>,
  catalogue: Catalogue,
): Promise<void> {
  for (const { source, column, goesAlong } of catalogue.references.filter(({ target }) => target === table)) {
    const referring = sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(table)} where ${which})`;
    if (goesAlong) await removeRows(tx, actor, source, referring, catalogue);
    else await letGo(tx, actor, source, column, referring);
  }
  await sql`delete from ${sql.table(table)} where ${which}`.execute(tx);
}

async function letGo(tx: Tx, actor: Actor, source: string, column: string, which: RawBuilder<boolean>): Promise<void> {
  const of = allEntities().find(({ table }) => snake(table) === source);
  if (!of) {
    await sql`update ${sql.table(source)} set ${sql.ref(column)} = null where ${which}`.execute(tx);
    return;
  }
  const name = camel(column.replaceAll('_', '-'));
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select * from ${sql.table(source)} where ${which} for update`.execute(tx);
  for (const row of rows) {
    await sql`update ${sql.table(source)} set ${sql.ref(column)} = null, version = version + 1, updated_at = now(), updated_by = null
      where id = ${row.id}`.execute(tx);
    await logActivity(
      actor,
      {
        event: `${of.name}.updated`,
        subject: of.subject,
        entity: of.name,
        entityId: row.id,
        entityNumber: nameOf(row),
        businessEntityId: (row[of.scope?.businessEntity ?? ''] as string | undefined) ?? null,
        departmentId: (row[of.scope?.department ?? ''] as string | undefined) ?? null,
        before: { [name]: row[name] },
        after: { [name]: null },
      },
      tx,
    );
  }
}

async function readCatalogue(): Promise<Catalogue> {
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as source, a.attname as column, c.confrelid::regclass::text as target,
      a.attnotnull or c.confdeltype = 'c' as goes_along
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confdeltype <> 'n'`.execute(db);
  const { rows: hanging } = await sql<Catalogue['hanging'][number]>`
    select r.relname as name, i.attname as id from pg_class r
      join pg_attribute e on e.attrelid = r.oid and e.attname = 'entity' join pg_attribute i on i.attrelid = r.oid and i.attname in ('entity_id', 'record_id')
    where r.relkind = 'r' and r.relnamespace = 'public'::regnamespace
      and coalesce(obj_description(r.oid, 'pg_class'), '') not ilike 'append-only%'`.execute(db);
  return { references, hanging };
}

declareJob({ name: 'deleted-purge', schedule: '15 3 * * *', run: ({ id, signal }) => purgeDeleted(id, signal) });
