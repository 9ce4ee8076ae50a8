import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import { personId, type Actor } from '#lib/values/actor.ts';
import { revokeTokens } from '#lib/access/tokens/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notFound } from '#lib/values/refusal.ts';
import { db, type Db, transaction } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { registerFileReader } from '#lib/process/files/file-access.server.ts';
import { claimFile, uploadedFile } from '#lib/process/files/file-claims.server.ts';
import { mayAttach, mayShare, readableRecord, recordWithin, subjectOf } from '#lib/records/record-kinds.server.ts';

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

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    attachments: Table<AttachmentRow, 'createdAt'>;
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
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
  /** Until when somebody outside can open it by a link; null when nobody can. */
  linkedUntil: string | null;
}

/** One that was found by its id, with the record it hangs on. */
export interface FoundAttachment extends Attachment {
  entity: string;
  entityId: string;
  /** Of the record's rights. */
  subject: string;
}

/** The purpose of public tokens that open an attachment. */
export const FILE_LINK = 'attachment';

const attachmentSchema = z.object({
  fileName: z.string('required').min(1, 'required').max(400, 'too-long'),
  kind: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/, 'not-a-choice')
    .max(40)
    .default('document'),
  confidential: ticked,
});

/** The files of a record, oldest first. The caller has checked that the reader may open the record. */
export async function attachmentsOf(entity: string, id: string): Promise<Attachment[]> {
  const { rows } =
    await sql<Attachment>`${selected} where a.entity = ${entity} and a.entity_id = ${id} and a.removed_at is null order by a.created_at, a.id`.execute(
      db,
    );
  return rows;
}

/** A file that is on a record now; null for one that was taken off, and for ids of nothing. Nobody's right has been asked. */
export async function findAttachment(reader: Db, attachmentId: string): Promise<FoundAttachment | null> {
  const { rows } = await sql<
    Omit<FoundAttachment, 'subject'>
  >`${selected} where a.id = ${attachmentId} and a.removed_at is null`.execute(reader);
  return rows[0] ? { ...rows[0], subject: subjectOf(rows[0].entity) } : null;
}

/** The same for an actor who may read it, else null. */
export async function attachmentFor(actor: Actor, attachmentId: string): Promise<FoundAttachment | null> {
  const found = await findAttachment(db, attachmentId);
  return found && (await mayRead(actor, found)) ? found : null;
}

/** Whether the actor may share this file: everybody who may manage the files of its record. */
export async function mayShareAttachment(
  actor: Actor,
  { entity, entityId }: Pick<FoundAttachment, 'entity' | 'entityId'>,
): Promise<boolean> {
  return mayShare(await readableRecord(actor, entity, entityId), actor, entityId);
}

const selected = sql`
  select a.id, a.entity, a.entity_id, a.kind, a.confidential, a.created_at, a.created_by, u.full_name as added_by,
    f.storage_key, f.file_name, f.content_type, f.size_bytes, f.width, f.height,
    (select max(l.expires_at) from public_tokens l where l.purpose = ${FILE_LINK} and l.subject_id = a.id and l.revoked_at is null and l.expires_at > now()) as linked_until
  from attachments a join files f on f.id = a.file_id join users u on u.id = a.created_by`;

/** The files, for those who reach the record; 404 for everybody else. */
export async function listAttachments(actor: Actor, entity: string, id: string): Promise<{ items: Attachment[] }> {
  await readableRecord(actor, entity, id);
  return { items: await attachmentsOf(entity, id) };
}

/**
 * Puts a file that this actor has uploaded (`fileName` as the upload answered it) on a record. Refuses with 403
 * `not-authorized` who may only read the record, and with 422 a file that is unknown, not the actor's, or not arrived;
 * one that is not what it said as in `storeFile`.
 */
export async function addAttachment(actor: Actor, entity: string, id: string, input: unknown): Promise<AttachmentRow> {
  const kind = await readableRecord(actor, entity, id);
  if (!(await mayAttach(kind, actor, id))) throw new Refusal('not-authorized', 403);
  const entered = parse(attachmentSchema, input);
  const file = await uploadedFile(actor, entered.fileName);
  return transaction(async (tx) => {
    await claimFile(tx, file.storageKey);
    const values = {
      id: uuid(),
      entity,
      entityId: id,
      kind: entered.kind,
      confidential: entered.confidential,
      fileId: file.id,
      createdBy: actor.id,
    };
    const made = await tx.insertInto('attachments').values(values).returningAll().executeTakeFirstOrThrow();
    await logActivity(
      actor,
      {
        event: `${entity}.file-added`,
        subject: kind.of.subject,
        entity,
        entityId: id,
        params: { file: file.fileName },
      },
      tx,
    );
    return made;
  });
}

/**
 * Takes a file off a record: whoever may add files there may, unless the record holds on to them (409 `files-stay`). The
 * file itself is kept with the record's history.
 */
export async function removeAttachment(actor: Actor, entity: string, id: string, attachmentId: string): Promise<void> {
  const kind = await readableRecord(actor, entity, id);
  if (!(await mayAttach(kind, actor, id))) throw new Refusal('not-authorized', 403);
  if (!validate(attachmentId)) throw notFound();
  await transaction(async (tx) => {
    if (kind.mayDetach && !(await kind.mayDetach(id, tx))) throw new Refusal('files-stay', 409);
    const removed = await tx
      .updateTable('attachments')
      .set({ removedAt: new Date().toISOString(), removedBy: personId(actor) })
      .where('id', '=', attachmentId)
      .where('entity', '=', entity)
      .where('entityId', '=', id)
      .where('removedAt', 'is', null)
      .returning((eb) =>
        eb.selectFrom('files').select('fileName').whereRef('files.id', '=', 'attachments.fileId').as('file'),
      )
      .executeTakeFirst();
    if (!removed) throw notFound();
    await revokeTokens(tx, FILE_LINK, attachmentId);
    await logActivity(
      actor,
      { event: `${entity}.file-removed`, subject: kind.of.subject, entity, entityId: id, params: removed },
      tx,
    );
  });
}

/** Who reaches a record reads its files, unless they are confidential: those, only who may also give files to others. */
registerFileReader('attachments', async (actor, file) => {
  const places = await db
    .selectFrom('attachments')
    .select(['entity', 'entityId', 'confidential'])
    .where('fileId', '=', file.id)
    .where('removedAt', 'is', null)
    .execute();
  for (const place of places) if (await mayRead(actor, place)) return true;
  return false;
});

async function mayRead(
  actor: Actor,
  place: Pick<AttachmentRow, 'entity' | 'entityId' | 'confidential'>,
): Promise<boolean> {
  const kind = await recordWithin(actor, place.entity, place.entityId);
  return kind !== null && (!place.confidential || mayShare(kind, actor, place.entityId));
}
