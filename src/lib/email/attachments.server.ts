import { sql } from 'kysely';
import { personId, type Actor } from '#lib/values/actor.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { canReadFile, registerFileReader } from '#lib/process/files/file-access.server.ts';
import { claimFile, uploadedFile } from '#lib/process/files/file-claims.server.ts';
import type { StoredFile } from '#lib/process/files/stored-file.server.ts';
import { MOST } from './email.ts';

/** A file attached to a mail; `storageKey` is the last part of its address. */
export interface MailFile {
  fileId: string;
  storageKey: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

/** The files of messages, in the order in which they were added. */
export async function attachmentsOf(messageIds: readonly string[], reader: Db = db): Promise<Map<string, MailFile[]>> {
  const { rows } = await sql<MailFile & { messageId: string }>`
    select a.message_id, a.file_id, f.storage_key, f.file_name, f.content_type, f.size_bytes from mail_attachments a join files f on f.id = a.file_id
    where a.message_id = any(${messageIds}::uuid[]) order by a.message_id, a.position`.execute(reader);
  return Map.groupBy(rows, ({ messageId }) => messageId);
}

/**
 * The files named in a form by their keys, checked before any mail refers to them: files the draft has already, files
 * the actor may read (a mail is forwarded with its files), and files the actor has just uploaded. 422 for any other.
 */
export async function readyFiles(actor: Actor, draftId: string, keys: readonly string[]): Promise<MailFile[]> {
  if (keys.length > MOST.attachments) throw invalidField('attachments', 'too-many-files', { count: MOST.attachments });
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return [];
  const known = await db.selectFrom('files').selectAll().where('storageKey', 'in', wanted).execute();
  const files: MailFile[] = [];
  for (const key of wanted)
    files.push(
      asMailFile(
        await ready(
          actor,
          draftId,
          known.find(({ storageKey }) => storageKey === key),
          key,
        ),
      ),
    );
  return files;
}

/** Replaces the files of a draft. */
export async function replaceAttachments(tx: Tx, messageId: string, files: readonly MailFile[]): Promise<void> {
  for (const { storageKey } of files) await claimFile(tx, storageKey);
  await tx.deleteFrom('mailAttachments').where('messageId', '=', messageId).execute();
  if (files.length > 0)
    await tx
      .insertInto('mailAttachments')
      .values(files.map(({ fileId }, position) => ({ messageId, fileId, position })))
      .execute();
}

async function ready(actor: Actor, draftId: string, file: StoredFile | undefined, key: string): Promise<StoredFile> {
  if (!file || file.uploadedBy === personId(actor)) return uploadedFile(actor, key);
  const isThere = await db
    .selectFrom('mailAttachments')
    .select('fileId')
    .where('messageId', '=', draftId)
    .where('fileId', '=', file.id)
    .executeTakeFirst();
  if (file.state === 'stored' && (isThere || (await canReadFile(actor, file)))) return file;
  throw invalidField('attachments', 'file-not-uploaded');
}

const asMailFile = ({ id, storageKey, fileName, contentType, sizeBytes }: StoredFile): MailFile => ({
  fileId: id,
  storageKey,
  fileName,
  contentType,
  sizeBytes: sizeBytes!,
});

/** Every person with a copy of a mail may read its files. */
registerFileReader('mail-attachments', async (actor, file) => {
  if (actor.type !== 'user') return false;
  const found = await db
    .selectFrom('mailAttachments')
    .innerJoin('mailBoxes', 'mailBoxes.messageId', 'mailAttachments.messageId')
    .select('mailBoxes.id')
    .where('fileId', '=', file.id)
    .where('userId', '=', actor.id)
    .executeTakeFirst();
  return found !== undefined;
});
