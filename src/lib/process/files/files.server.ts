/**
 * Uploaded files: signed addresses for upload and download, as in the specification (section 7). Metadata is in the
 * table `files`, the bytes are in the object store.
 */
import { z } from 'zod';
import { type Actor, personId } from '#lib/values/actor.ts';
import { UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { parse } from '#lib/values/parse.ts';
import { notFound, Refusal } from '#lib/values/refusal.ts';
import { canReadFile } from './file-access.server.ts';
import { announceFile } from './file-announcing.server.ts';
import { type Download, variantDownload, wholeDownload } from './file-download.server.ts';
import { tooLarge } from './file-incoming.server.ts';
import { objectKey, uncheckedKey } from './file-keys.ts';
import { matchesKind, fileKindOf } from './file-kinds.ts';
import { arrivedFile, storeFile } from './file-settling.server.ts';
import { isSigned, announcedSizeIn, signedUrl } from './file-signature.server.ts';
import { objects } from './object-store.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { fileByKey, type StoredFile } from './stored-file.server.ts';

/** Files that one person may announce: so many of 20 MB do not fill a disk before somebody notices. */
const UPLOADS: Limit = { name: 'uploads', points: 200, seconds: 3600 };

const announcement = z.object({
  fileName: z.string().trim().min(1, 'required').max(255, 'too-long'),
  fileType: z.string().max(255, 'too-long'),
  fileSize: z.number().int().min(0).optional(),
});
const wanted = z.object({ fileName: z.string() });

/**
 * The address to upload a file to. `fileName` may begin with a timestamp, as the client in the specification sends it;
 * `fileType` is its content type. With `fileSize`, its bytes, the address accepts exactly that many, and points
 * directly to an S3 store if there is one; without it the app receives the file, because only the app counts arriving
 * bytes. Refuses with 422 `file-type-refused`, 422 `picture-heic`, 413 `file-too-large`, 429 `too-many-unclaimed`, 429
 * `too-many-requests` after 200 in an hour.
 */
export async function presignUpload(actor: Actor, input: unknown): Promise<{ signedUrl: string; upload: true }> {
  const { fileName, fileType, fileSize } = parse(announcement, input);
  await consumePoint(UPLOADS, actor.id);
  if (fileSize === 0) throw new Refusal('file-empty');
  if ((fileSize ?? 0) > UPLOAD_MAX_BYTES) throw tooLarge();
  const file = await announceFile(actor, fileName, fileType);
  return { signedUrl: await uploadAddress(file, fileType, fileSize), upload: true };
}

/**
 * Takes the bytes of an announced file. The same bytes may be sent again (a response can get lost), others may not.
 * Refuses with 404, 403 `link-not-valid` and as in `storeFile`.
 */
export async function acceptUpload(
  storageKey: string,
  query: URLSearchParams,
  content: AsyncIterable<Uint8Array> | null,
  contentType: string,
): Promise<StoredFile> {
  const file = await fileByKey(storageKey);
  const promised = announcedSizeIn(query);
  if (!isSigned({ ...grant('PUT', file, query.get('by')), promised }, query)) throw linkNotValid();
  const kind = fileKindOf(file.storageKey, file.contentType);
  if (!kind || !matchesKind(kind, contentType)) throw new Refusal('file-type-mismatch', 415);
  if (!content) throw new Refusal('file-empty');
  return storeFile(file, content, promised);
}

/** Stores a file created by the app itself, or by a seed. The same refusals as an upload. */
export async function addStoredFile(actor: Actor, fileName: string, content: Uint8Array): Promise<StoredFile> {
  return storeFile(await announceFile(actor, fileName, ''), once(content));
}

/** The address to download a stored file from, for those who may read it; 404 for everybody else. */
export async function presignDownload(actor: Actor, input: unknown): Promise<{ signedUrl: string }> {
  const file = await readable(actor, parse(wanted, input).fileName);
  return {
    signedUrl:
      (await objects.direct?.downloadUrl(objectKey(file.storageKey))) ?? signedUrl(grant('GET', file, personId(actor))),
  };
}

/**
 * A stored file, for a signed address, or for an actor who may read it without one; with `size` in the query, a picture
 * at most so many pixels wide and high. Refuses with 404, and 403 `link-not-valid` when the signature is wrong or
 * expired.
 */
export async function openDownload(actor: Actor, storageKey: string, query: URLSearchParams): Promise<Download> {
  const announced = await fileByKey(storageKey);
  const signed = isSigned(grant('GET', announced, query.get('by')), query);
  if (!signed && query.has('signature') && !(await canReadFile(actor, announced))) throw linkNotValid();
  const file = signed ? await arrivedFile(announced) : await readable(actor, storageKey);
  if (file.state !== 'stored') throw notFound();
  return query.has('size') ? variantDownload(file, Number(query.get('size'))) : wholeDownload(file);
}

async function readable(actor: Actor, storageKey: string): Promise<StoredFile> {
  const announced = await fileByKey(storageKey);
  if (!(await canReadFile(actor, announced))) throw notFound();
  const file = await arrivedFile(announced);
  if (file.state !== 'stored') throw notFound();
  return file;
}

async function uploadAddress(file: StoredFile, fileType: string, fileSize: number | undefined): Promise<string> {
  const ours = signedUrl({ ...grant('PUT', file, file.uploadedBy), promised: fileSize });
  if (!objects.direct || fileSize === undefined || fileType === '') return ours;
  return objects.direct.uploadUrl(uncheckedKey(file.storageKey), { contentType: fileType, sizeBytes: fileSize });
}

function grant<M extends 'PUT' | 'GET'>(method: M, { storageKey, contentType }: StoredFile, person: string | null) {
  return { method, storageKey, contentType, actorId: person ?? '' };
}

function linkNotValid(): Refusal {
  return new Refusal('link-not-valid', 403);
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
