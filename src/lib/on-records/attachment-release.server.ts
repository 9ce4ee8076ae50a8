import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import { registerRelease } from '#lib/process/files/file-sweep.server.ts';
import { allEntities } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';

registerRelease('attachments', removeAttachmentsOfNothing);

/** Removes the attachments of records that are gone; how many. */
async function removeAttachmentsOfNothing(): Promise<number> {
  let count = 0;
  for (const { name, table } of allEntities()) {
    const { numAffectedRows } = await sql`
      delete from attachments a where a.entity = ${name} and not exists (select 1 from ${sql.table(snake(table))} r where r.id = a.entity_id)`.execute(
      db,
    );
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}
