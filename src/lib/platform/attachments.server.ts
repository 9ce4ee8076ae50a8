import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import { personId, type Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/kernel/fields.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField, notFound } from '#lib/kernel/refusal.ts';
import { db, transaction } from './database.server.ts';
import { registerFileReader } from './file-access.server.ts';
import { mayAttach, reachedRecord, recordWithin } from './record-kinds.server.ts';

interface AttachmentRow {
  id: string;
  entity: string;
  entityId: string;
  kind: string;
  fileId: string;
  confidential: boolean;
  createdAt: string;
  createdBy: string;
  removedAt: string | null;
  removedBy: string | null;
}

declare module './database.server.ts' {
  interface Database {
    attachments: AttachmentRow;
  }
}

/** A file on a record; `storageKey` is the last part of its address, `fileName` what people called it. */
export interface Attachment {
  id: string;
  kind: string;
  confidential: boolean;
  createdAt: string;
  createdBy: string;
  addedBy: string;
  storageKey: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

const attachmentSchema = z.object({
  fileName: z.string('required').min(1, 'required').max(400, 'too-long'),
  kind: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'not-a-choice').max(40).default('document'),
  confidential: ticked,
});

/** The files of a record, oldest first. The caller has checked that the reader may open the record. */
export async function attachmentsOf(entity: string, id: string): Promise<Attachment[]> {
  const { rows } = await sql<Attachment>`
    select a.id, a.kind, a.confidential, a.created_at, a.created_by, u.full_name as added_by, f.storage_key, f.file_name, f.content_type, f.size_bytes
    from attachments a join files f on f.id = a.file_id join users u on u.id = a.created_by
    where a.entity = ${entity} and a.entity_id = ${id} and a.removed_at is null order by a.created_at, a.id`.execute(db);
  return rows;
}

/** The files for whoever reaches the record; 404 for everybody else. */
export async function listAttachments(actor: Actor, entity: string, id: string): Promise<{ items: Attachment[] }> {
  await reachedRecord(actor, entity, id);
  return { items: await attachmentsOf(entity, id) };
}

/**
 * Puts a file that this actor has uploaded (`fileName` as the upload answered it) on a record. Refuses with 403
 * `not-authorized` who may only read the record, and with 422 a file that is unknown, not the actor's, or not arrived.
 */
export async function addAttachment(actor: Actor, entity: string, id: string, input: unknown): Promise<AttachmentRow> {
  const kind = await reachedRecord(actor, entity, id);
  if (!(await mayAttach(kind, actor, id))) throw new Refusal('not-authorized', 403);
  const entered = parse(attachmentSchema, input);
  return transaction(async (tx) => {
    const file = await tx.selectFrom('files').select(['id', 'fileName', 'state', 'uploadedBy']).where('storageKey', '=', entered.fileName).executeTakeFirst();
    if (!file || file.state !== 'stored' || file.uploadedBy !== personId(actor)) throw invalidField('fileName', 'file-not-uploaded');
    const values = { id: uuid(), entity, entityId: id, kind: entered.kind, confidential: entered.confidential, fileId: file.id, createdBy: actor.id };
    const made = await tx.insertInto('attachments').values(values as never).returningAll().executeTakeFirstOrThrow();
    await logActivity(actor, { event: `${entity}.file-added`, subject: kind.of.subject, entity, entityId: id, params: { file: file.fileName } }, tx);
    return made;
  });
}

/**
 * Takes a file off a record: whoever may add files there may, unless the record holds on to them (409 `files-stay`). The
 * file itself is kept with the record's history.
 */
export async function removeAttachment(actor: Actor, entity: string, id: string, attachmentId: string): Promise<void> {
  const kind = await reachedRecord(actor, entity, id);
  if (!(await mayAttach(kind, actor, id))) throw new Refusal('not-authorized', 403);
  if (!validate(attachmentId)) throw notFound();
  await transaction(async (tx) => {
    if (kind.mayDetach && !(await kind.mayDetach(id, tx))) throw new Refusal('files-stay', 409);
    const removed = await tx.updateTable('attachments').set({ removedAt: new Date().toISOString(), removedBy: personId(actor) })
      .where('id', '=', attachmentId).where('entity', '=', entity).where('entityId', '=', id).where('removedAt', 'is', null)
      .returning((eb) => eb.selectFrom('files').select('fileName').whereRef('files.id', '=', 'attachments.fileId').as('file')).executeTakeFirst();
    if (!removed) throw notFound();
    await logActivity(actor, { event: `${entity}.file-removed`, subject: kind.of.subject, entity, entityId: id, params: removed }, tx);
  });
}

/** Who reaches a record reads its files, unless they are confidential: those, only who may also add some. */
registerFileReader(async (actor, file) => {
  const places = await db.selectFrom('attachments').select(['entity', 'entityId', 'confidential']).where('fileId', '=', file.id).where('removedAt', 'is', null).execute();
  for (const { entity, entityId, confidential } of places) {
    const kind = await recordWithin(actor, entity, entityId);
    if (kind && (!confidential || (await mayAttach(kind, actor, entityId)))) return true;
  }
  return false;
});
