import { type Actor, personId } from '#lib/values/actor.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { arrivedFile } from './file-settling.server.ts';
import type { StoredFile } from './stored-file.server.ts';

/** A file that has arrived: its size and hash are known. */
export type ArrivedFile = StoredFile & { sizeBytes: number; sha256: string };

/**
 * The file this person has uploaded, checked before any record uses it. 422 `file-not-uploaded` for one that is
 * unknown, somebody else's or missing; one whose content is not what was announced is refused as in `storeFile`.
 */
export async function uploadedFile(actor: Actor, storageKey: string): Promise<ArrivedFile> {
  const announced = await db.selectFrom('files').selectAll().where('storageKey', '=', storageKey).executeTakeFirst();
  const file = announced && announced.uploadedBy === personId(actor) ? await arrivedFile(announced) : undefined;
  if (!file || file.state !== 'stored') throw notUploaded();
  return file as ArrivedFile;
}

/**
 * Marks the file as used by a record, in the transaction of that record: the sweep leaves it alone. 422 when it has
 * just been swept.
 */
export async function claimFile(tx: Tx, storageKey: string): Promise<void> {
  const claimed = await tx
    .updateTable('files')
    .set(({ fn, val }) => ({ claimedAt: fn.coalesce('claimedAt', val(new Date().toISOString())), unheldSince: null }))
    .where('storageKey', '=', storageKey)
    .where('state', '=', 'stored')
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw notUploaded();
}

function notUploaded() {
  return invalidField('fileName', 'file-not-uploaded');
}
