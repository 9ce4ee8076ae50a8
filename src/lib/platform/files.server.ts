/**
 * Files of people: signed addresses to send them to and to fetch them from, as the specification has it (section 7).
 * Metadata is in the table `files`, the bytes are in the store.
 */
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { type Actor, personId } from '#lib/access/actor.ts';
import { visible } from '#lib/kernel/fields.ts';
import { parse } from '#lib/kernel/parse.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import { db, transaction } from './database.server.ts';
import { canReadFile } from './file-access.server.ts';
import { foundType } from './file-content.server.ts';
import { claims, fileKindOf } from './file-kinds.ts';
import { isSigned, signedUrl } from './file-signature.server.ts';
import { consume, type Limit } from './rate-limit.server.ts';
import { contentOf, discard, discardIncoming, keep, type Received, receive } from './file-store.server.ts';

export interface StoredFile {
  id: string;
  /** UUID and safe name: the last part of the file's address. */
  storageKey: string;
  /** As the person named it. */
  fileName: string;
  contentType: string;
  /** Unknown until the file is stored, like `sha256` (hexadecimal). */
  sizeBytes: number | null;
  sha256: string | null;
  uploadedBy: string | null;
  uploadedAt: string;
  state: 'pending' | 'stored';
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    files: StoredFile;
  }
}

/** Milliseconds after which an upload that was announced and never arrived is forgotten: a day. */
const ABANDONED_MS = 86_400_000;
/** Files that one person may announce: so many of 20 MB fill no disk before somebody notices. */
const UPLOADS: Limit = { name: 'uploads', points: 200, seconds: 3600 };

const announcement = z.object({
  fileName: z.string().trim().min(1, 'required').max(255, 'too-long'),
  fileType: z.string().max(255, 'too-long'),
});
const wanted = z.object({ fileName: z.string() });

/**
 * The address to send a file to. `fileName` may begin with a timestamp, as the specification's client sends it;
 * `fileType` is its content type. Refuses with 422 `file-type-refused`, 429 `too-many-requests` after 200 in an hour.
 */
export async function presignUpload(actor: Actor, input: unknown): Promise<{ signedUrl: string; upload: true }> {
  const { fileName, fileType } = parse(announcement, input);
  await consume(UPLOADS, actor.id);
  const file = await announce(actor, fileName, fileType);
  return { signedUrl: signedUrl({ method: 'PUT', actorId: file.uploadedBy ?? '', ...file }), upload: true };
}

/**
 * Takes the bytes of an announced file. The same bytes may be sent again (an answer can get lost), others may not.
 * Refuses with 404, 403 `link-not-valid`, 413 `file-too-large`, 415 `file-type-mismatch`, 422 `file-empty`,
 * 409 `file-already-uploaded`, 400 `upload-interrupted`.
 */
export async function acceptUpload(
  storageKey: string,
  query: URLSearchParams,
  content: AsyncIterable<Uint8Array> | null,
  contentType: string,
): Promise<StoredFile> {
  const file = await fileByKey(storageKey);
  if (!isSigned({ method: 'PUT', actorId: file.uploadedBy ?? '', ...file }, query)) throw linkNotValid();
  const kind = fileKindOf(file.storageKey, file.contentType);
  if (!kind || !claims(kind, contentType)) throw new Refusal('file-type-mismatch', 415);
  if (!content) throw new Refusal('file-empty');
  return store(file, content);
}

/** Keeps a file that the product itself has made, or that a seed brings. The same refusals as an upload. */
export async function keepFile(actor: Actor, fileName: string, content: Uint8Array): Promise<StoredFile> {
  return store(await announce(actor, fileName, ''), chunks(content));
}

/** The address to fetch a stored file from, for whoever may read it; 404 for everybody else. */
export async function presignDownload(actor: Actor, input: unknown): Promise<{ signedUrl: string }> {
  const file = await fileByKey(parse(wanted, input).fileName);
  if (file.state !== 'stored' || !(await canReadFile(actor, file))) throw notFound();
  return { signedUrl: signedUrl({ method: 'GET', actorId: personId(actor) ?? '', ...file }) };
}

/**
 * A stored file with its bytes, for a signed address, or for an actor who may read it without one.
 * Refuses with 404, and 403 `link-not-valid` when an address is signed wrongly or too old.
 */
export async function openDownload(
  actor: Actor,
  storageKey: string,
  query: URLSearchParams,
): Promise<{ file: StoredFile; content: ReadableStream<Uint8Array> }> {
  const file = await fileByKey(storageKey);
  if (file.state !== 'stored') throw notFound();
  const signed = isSigned({ method: 'GET', actorId: query.get('by') ?? '', ...file }, query);
  if (!signed && !(await canReadFile(actor, file))) throw query.has('signature') ? linkNotValid() : notFound();
  return { file, content: await contentOf(file.storageKey) };
}

/** What is known of a file, announced or stored; 404 for keys nobody was given. */
export async function fileByKey(storageKey: string): Promise<StoredFile> {
  const file = await db.selectFrom('files').selectAll().where('storageKey', '=', storageKey).executeTakeFirst();
  if (!file) throw notFound();
  return file;
}

/** Forgets what was announced more than a day ago and never arrived; how many. */
export async function forgetAbandonedUploads(now = Date.now()): Promise<number> {
  const before = new Date(now - ABANDONED_MS).toISOString();
  const { numDeletedRows } = await db.deleteFrom('files').where('state', '=', 'pending').where('uploadedAt', '<', before).executeTakeFirstOrThrow();
  await discardIncoming(ABANDONED_MS);
  return Number(numDeletedRows);
}

async function announce(actor: Actor, fileName: string, fileType: string): Promise<StoredFile> {
  const kind = fileKindOf(fileName, fileType);
  if (!kind) throw new Refusal('file-type-refused');
  const id = uuid();
  return db
    .insertInto('files')
    .values({
      id,
      storageKey: `${id}-${safeName(fileName)}`,
      fileName: namedByPerson(fileName),
      contentType: kind.contentType,
      uploadedBy: personId(actor),
      uploadedAt: new Date().toISOString(),
      state: 'pending',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function store(file: StoredFile, content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const received = await receive(content);
  try {
    const kind = fileKindOf(file.storageKey, file.contentType);
    if (!kind || !(await foundType(received.path, kind))) throw new Refusal('file-type-mismatch', 415);
    return await settle(file, received);
  } finally {
    await discard(received.path);
  }
}

/** The row says `stored` only after the bytes have their place: whatever happens in between, a stored file is there. */
function settle(file: StoredFile, received: Received): Promise<StoredFile> {
  return transaction(async (tx) => {
    const { state, sha256 } = await tx
      .selectFrom('files')
      .select(['state', 'sha256'])
      .where('id', '=', file.id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (state === 'stored' && sha256 !== received.sha256) throw new Refusal('file-already-uploaded', 409);
    if (state === 'pending') await keep(received, file.storageKey);
    return tx
      .updateTable('files')
      .set({ state: 'stored', sizeBytes: received.sizeBytes, sha256: received.sha256 })
      .where('id', '=', file.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Letters, digits and hyphens only, so that the name is the same in an address, on every disk and in a header. */
function safeName(fileName: string): string {
  const extension = /\.[^.]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
  const stem = namedByPerson(fileName).slice(0, -extension.length).normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const safe = stem.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60).replaceAll(/^-|-$/g, '');
  return `${safe || 'file'}${extension}`;
}

/** Without the folders and the timestamp that a client puts in front. */
function namedByPerson(fileName: string): string {
  const name = visible(fileName.split(/[/\\]/).at(-1)!).replaceAll(/\p{Cc}/gu, '');
  return name.replace(/^\d{10,14}(?!\d)[-_ ]?(?=[^.])/, '');
}

function linkNotValid(): Refusal {
  return new Refusal('link-not-valid', 403);
}

async function* chunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
