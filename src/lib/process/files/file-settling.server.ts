/**
 * How an announced upload becomes a stored file: checked, cleaned, put into the store, and only then marked as stored.
 */
import { notFound, Refusal } from '#lib/values/refusal.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { requireType } from './file-content.server.ts';
import { discardReceived, receiveUpload, type Received } from './file-incoming.server.ts';
import { objectKey, uncheckedKey } from './file-keys.ts';
import { fileKindOf } from './file-kinds.ts';
import { dispositionOf } from './file-response.server.ts';
import { objects } from './object-store.server.ts';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';
import { cleanPicture, isPicture, type Picture } from './file-picture.server.ts';
import { fileByKey, type StoredFile } from './stored-file.server.ts';

/** Files of this process that are being stored at the same time: each holds a database connection meanwhile. */
const LANES = 4;

/**
 * Takes in the bytes of a file. Refuses with 413 `file-too-large`, 415 `file-type-mismatch`, 422 `file-empty`, 422
 * `file-size-differs`, 422 `picture-heic`, 422 `picture-unreadable`, 422 `picture-too-large`, 409
 * `file-already-uploaded`, 400 `upload-interrupted`, 503 `store-unavailable`; leaves nothing behind then.
 */
export async function storeFile(
  file: StoredFile,
  content: AsyncIterable<Uint8Array>,
  promised?: number,
): Promise<StoredFile> {
  let received = await receiveUpload(content, promised);
  try {
    const kind = fileKindOf(file.storageKey, file.contentType);
    if (!kind) throw new Refusal('file-type-mismatch', 415);
    await requireType(received.path, kind);
    if (!isPicture(kind.contentType)) return await settle(file, received, null);
    const { received: clean, width, height } = await cleanPicture(received, kind.contentType);
    received = clean;
    return await settle(file, received, { width, height });
  } finally {
    await discardReceived(received.path);
  }
}

/**
 * The file in its current state: what a browser uploaded directly to the store is checked when the file is first
 * needed. One that does not match its announcement is removed and refused as in `storeFile`; one that has not arrived
 * stays `pending`.
 */
export async function arrivedFile(file: StoredFile): Promise<StoredFile> {
  if (file.state === 'stored') return isOld(file) ? renewed(file) : file;
  const unchecked = uncheckedKey(file.storageKey);
  const content = objects.direct && (await objects.read(unchecked));
  if (!content) return objects.direct ? fileByKey(file.storageKey) : file;
  try {
    const stored = await storeFile(file, content);
    await objects.remove(unchecked);
    return stored;
  } catch (error) {
    if (isFault(error)) await objects.remove(unchecked);
    throw error;
  }
}

/** A picture stored before pictures were cleaned. */
function isOld({ contentType, width, storageKey }: StoredFile): boolean {
  return isPicture(contentType) && width === null && fileKindOf(storageKey, '') !== undefined;
}

async function renewed(file: StoredFile): Promise<StoredFile> {
  const content = await objects.read(objectKey(file.storageKey));
  return content ? storeFile(file, content) : file;
}

/** Faults of the file itself, rather than of the transfer. */
function isFault(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.code !== 'upload-interrupted';
}

/**
 * The row becomes `stored` only after the bytes are in the store: whatever happens in between, a stored file exists.
 */
function settle(file: StoredFile, { path, sizeBytes, sha256 }: Received, picture: Picture | null): Promise<StoredFile> {
  const lane = parseInt(file.id.at(-1)!, 16) % LANES;
  return oneAtATime(`settling ${lane}`, () =>
    transaction(async (tx) => {
      const known = await tx
        .selectFrom('files')
        .selectAll()
        .where('id', '=', file.id)
        .forUpdate()
        .executeTakeFirstOrThrow(notFound);
      const given = known.state === 'stored' && !isOld(known);
      if (given && known.sha256 !== sha256) throw new Refusal('file-already-uploaded', 409);
      if (given) return known;
      await objects.put(objectKey(file.storageKey), path, {
        contentType: file.contentType,
        sha256,
        disposition: dispositionOf(file),
      });
      return tx
        .updateTable('files')
        .set({ state: 'stored', sizeBytes, sha256, ...picture })
        .where('id', '=', file.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  );
}
