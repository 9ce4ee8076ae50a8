import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { visible } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notFound } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { attachmentsOf, readyFiles, replaceAttachments, type MailFile } from './attachments.server.ts';
import { MOST } from './email.ts';
import { linkedDocument, linkedKey, reachableLink, type LinkedDocument } from './linked-document.server.ts';
import { recipientsOf, replaceRecipients, type Recipients } from './recipients.server.ts';
import { cleanHtml, htmlOf, hasTooMuchMarkup, textOf } from './rich-text.server.ts';
import { ownerId, type MessageRow } from './tables.server.ts';

/** A mail that is being written. */
export interface Draft extends Recipients {
  id: string;
  threadId: string;
  state: MessageRow['state'];
  subject: string;
  bodyHtml: string;
  /** The same without formatting, for forms without script. */
  bodyText: string;
  attachments: MailFile[];
  linked: LinkedDocument | null;
  version: number;
  updatedAt: string;
}

const listed = z.preprocess(
  (value) => [value ?? []].flat().filter((one) => one !== ''),
  z.array(z.string().max(400)).max(200, 'too-many-rows'),
);
/** The input for a draft from a form or a client; `format` is that of the body: text, unless it is 'html'. */
export const draftSchema = z.object({
  to: listed,
  cc: listed,
  bcc: listed,
  subject: z
    .string()
    .overwrite((text) => visible(text.replaceAll(/\s+/g, ' ')))
    .trim()
    .max(MOST.subject, 'too-long')
    .default(''),
  body: z
    .string()
    .max(MOST.body * 4, 'too-long')
    .default(''),
  format: z.enum(['text', 'html']).default('text'),
  attachments: listed,
  linked: z.string().max(200).default(''),
  /** The copy that is answered; the mail joins its conversation. */
  inReplyTo: z.string().max(40).default(''),
  version: z.preprocess(
    (value) => (value === '' || value === undefined ? undefined : Number(value)),
    z.int('invalid').optional(),
  ),
});

export type DraftInput = z.output<typeof draftSchema>;

/** The actor's own draft; null where nothing has been saved under this id yet. 404 for an id of somebody else's. */
export async function findDraft(actor: Actor, id: string): Promise<Draft | null> {
  if (!validate(id)) throw notFound();
  const row = await db.selectFrom('mailMessages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  if (row.fromUserId !== ownerId(actor)) throw notFound();
  return asDraft(actor, row);
}

/** The same for the API: 404 where there is none. */
export async function getDraft(actor: Actor, id: string): Promise<Draft> {
  return (await findDraft(actor, id)) ?? Promise.reject(notFound());
}

/** Saves what was typed, complete or not, as a draft under an id chosen by the client. Refuses as `storeDraft` does. */
export async function saveDraft(
  actor: Actor,
  id: string,
  input: unknown,
): Promise<{ id: string; version: number; savedAt: string }> {
  const { version, updatedAt } = await storeDraft(actor, id, parse(draftSchema, input));
  return { id, version, savedAt: updatedAt };
}

/**
 * Writes the draft, and runs `then` in the same transaction. 404 for an id of somebody else's, 409 `mail-already-sent`,
 * 409 `stale-version` with the newer one where another tab has saved something else since `version`, 422 for people,
 * documents and files that do not exist.
 */
export async function storeDraft(
  actor: Actor,
  id: string,
  entered: DraftInput,
  then: (tx: Tx, row: MessageRow) => Promise<MessageRow> = async (_, row) => row,
): Promise<MessageRow> {
  ownerId(actor);
  const files = await readyFiles(actor, id, entered.attachments);
  const linked = await reachableLink(actor, entered.linked);
  try {
    return await transaction(async (tx) => then(tx, await write(tx, actor, id, entered, files, linked)));
  } catch (error) {
    throw error instanceof Refusal && error.code === 'stale-version'
      ? new Refusal('stale-version', 409, { newer: await findDraft(actor, id) })
      : error;
  }
}

async function write(
  tx: Tx,
  actor: Actor,
  id: string,
  entered: DraftInput,
  files: MailFile[],
  linked: { entity: string; id: string } | null,
): Promise<MessageRow> {
  const before = await lockedDraft(tx, actor, id, entered);
  if (entered.version !== undefined && entered.version !== before.version) throw new Refusal('stale-version', 409);
  const bodyHtml = htmlFor(entered, before);
  const bodyText = textOf(bodyHtml);
  if (bodyText.length > MOST.body) throw invalidField('body', 'too-long', { maximum: MOST.body });
  await replaceRecipients(tx, actor, id, entered);
  await replaceAttachments(tx, id, files);
  await tx
    .updateTable('mailBoxes')
    .set({ folder: 'draft', restoreTo: null, trashedAt: null, arrivedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  return tx
    .updateTable('mailMessages')
    .set({
      subject: entered.subject,
      bodyHtml,
      bodyText,
      linkedEntity: linked?.entity ?? null,
      linkedId: linked?.id ?? null,
      version: before.version + 1,
      updatedAt: new Date().toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A form without script shows the plain text: submitted unchanged, the draft keeps its formatting. */
function htmlFor({ body, format }: DraftInput, before: MessageRow): string {
  if (format === 'html' && hasTooMuchMarkup(body)) throw invalidField('body', 'too-long');
  if (format === 'html') return cleanHtml(body);
  return body.replaceAll('\r\n', '\n').trim() === before.bodyText ? before.bodyHtml : htmlOf(visible(body));
}

/** Deletes a draft permanently; 404 for anybody else's, 409 `mail-already-sent`. No error where nothing was saved. */
export async function discardDraft(actor: Actor, id: string): Promise<void> {
  const owner = ownerId(actor);
  if (!validate(id)) throw notFound();
  await transaction(async (tx) => {
    const row = await tx
      .selectFrom('mailMessages')
      .select(['fromUserId', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    if (row.fromUserId !== owner) throw notFound();
    if (row.state !== 'draft') throw new Refusal('mail-already-sent', 409);
    await tx.deleteFrom('mailMessages').where('id', '=', id).execute();
  });
}

/**
 * The row of the draft, locked; inserted when nothing was saved under this id yet. Two tabs that start at once create
 * one.
 */
async function lockedDraft(tx: Tx, actor: Actor, id: string, { inReplyTo }: DraftInput): Promise<MessageRow> {
  const owner = ownerId(actor);
  if (!validate(id)) throw notFound();
  const locked = () => tx.selectFrom('mailMessages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const row = (await locked()) ?? (await makeDraft(tx, owner, id, inReplyTo).then(locked));
  if (!row || row.fromUserId !== owner) throw notFound();
  if (row.state !== 'draft') throw new Refusal('mail-already-sent', 409);
  return row;
}

async function makeDraft(tx: Tx, owner: string, id: string, inReplyTo: string): Promise<void> {
  const { rows } = await sql<{ threadId: string }>`
    select m.thread_id from mail_boxes b join mail_messages m on m.id = b.message_id where b.id = ${validate(inReplyTo) ? inReplyTo : null} and b.user_id = ${owner}`.execute(
    tx,
  );
  const threadId = rows[0]?.threadId ?? uuid();
  if (!rows[0]) await tx.insertInto('mailThreads').values({ id: threadId }).execute();
  const made = await tx
    .insertInto('mailMessages')
    .values({ id, threadId, fromUserId: owner, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made)
    await tx
      .insertInto('mailBoxes')
      .values({ id, userId: owner, messageId: id, role: 'sender', folder: 'draft', isRead: true })
      .execute();
}

async function asDraft(actor: Actor, row: MessageRow, reader: Tx | typeof db = db): Promise<Draft> {
  const [recipients, attachments, linked] = [
    await recipientsOf([row.id], reader),
    await attachmentsOf([row.id], reader),
    await linkedDocument(actor, linkedKey(row)),
  ];
  const { id, threadId, state, subject, bodyHtml, bodyText, version, updatedAt } = row;
  return {
    id,
    threadId,
    state,
    subject,
    bodyHtml,
    bodyText,
    version,
    updatedAt,
    ...recipients.get(id)!,
    attachments: attachments.get(id) ?? [],
    linked,
  };
}
