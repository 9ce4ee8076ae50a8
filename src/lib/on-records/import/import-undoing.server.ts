import { sql } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { nameOf } from '#lib/records/titles.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { ownImport, type Importing } from './stored-import.server.ts';

type Row = Record<string, unknown> & { id: string };

/** Takes an import back: its records are deleted, unless one was changed (409 `import-changed`) or is used (409 `still-used`) since. */
export async function undoImport(actor: Actor, importing: Importing, id: string): Promise<{ removed: number }> {
  return transaction(async (tx) => {
    const { recordIds, fileName } = await ownImport(tx, actor, importing, id, 'done');
    if (await isSpokenOf(tx, importing.of, recordIds)) throw new Refusal('still-used', 409);
    if (recordIds.length > 0) await importing.unmake?.(tx, recordIds);
    const { rows } =
      await sql<Row>`delete from ${tableOf(importing.of)} where id = any(${recordIds}::uuid[]) and version = 1 returning *`
        .execute(tx)
        .catch((error: { code?: string }) => {
          throw error.code === '23503' || error.code === '23001' ? new Refusal('still-used', 409) : error;
        });
    if (rows.length < recordIds.length) throw new Refusal('import-changed', 409);
    for (const row of rows) {
      await logActivity(
        actor,
        {
          event: `${importing.of.name}.deleted`,
          subject: importing.of.subject,
          entity: importing.of.name,
          entityId: row.id,
          entityNumber: nameOf(row),
          before: row,
          params: { importId: id },
        },
        tx,
      );
    }
    await tx.updateTable('imports').set({ state: 'undone' }).where('id', '=', id).execute();
    await logActivity(
      actor,
      {
        event: `${importing.of.name}.import-undone`,
        subject: importing.of.subject,
        entity: importing.of.name,
        params: { count: rows.length, file: fileName, importId: id },
      },
      tx,
    );
    return { removed: rows.length };
  });
}

/** Comments and files hang on a record without a foreign key. */
async function isSpokenOf(tx: Tx, of: AnyEntity, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from comments where entity = ${of.name} and entity_id = any(${ids}::uuid[])
    union all select 1 from attachments where entity = ${of.name} and entity_id = any(${ids}::uuid[]) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
