import { notFound, Refusal } from '#lib/values/refusal.ts';
import { discardReceived, writeIncoming } from './file-incoming.server.ts';
import { objectKey, variantKey } from './file-keys.ts';
import { log } from '#lib/process/config/log.server.ts';
import { objects } from './object-store.server.ts';
import type { ByteRange } from './object-store.ts';
import { drawSmaller, isPicture } from './file-picture.server.ts';
import { PICTURE_SIZES } from './picture-sizes.ts';
import type { StoredFile } from './stored-file.server.ts';

/** What a download returns. */
export interface Download {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** Changes when, and only when, the bytes change. */
  etag: string;
  /** The bytes, or a range of them. 404 `file-lost` when the store has none. */
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** A stored file, unchanged. */
export function wholeDownload({ fileName, contentType, sizeBytes, sha256, storageKey }: StoredFile): Download {
  return {
    fileName,
    contentType,
    sizeBytes: sizeBytes!,
    etag: `"${sha256}"`,
    read: (range) => bytesOf(objectKey(storageKey), range),
  };
}

/**
 * A picture at most `size` pixels wide and high, created on first use; 404 for other sizes and for files that are not
 * pictures.
 */
export async function variantDownload(file: StoredFile, size: number): Promise<Download> {
  if (!isPicture(file.contentType) || !(PICTURE_SIZES as readonly number[]).includes(size)) throw notFound();
  const key = variantKey(file.storageKey, size);
  const found = (await objects.find(key)) ?? (await makeVariant(file, key, size));
  return {
    fileName: file.fileName.replace(/\.[^.]+$/, '.webp'),
    contentType: 'image/webp',
    sizeBytes: found.sizeBytes,
    etag: `"${file.sha256}-${size}"`,
    read: (range) => bytesOf(key, range),
  };
}

async function makeVariant(file: StoredFile, key: string, size: number): Promise<{ sizeBytes: number }> {
  const original = new Response(await bytesOf(objectKey(file.storageKey)));
  const drawn = await drawSmaller(new Uint8Array(await original.arrayBuffer()), size);
  const { path, sizeBytes, sha256 } = await writeIncoming([drawn]);
  try {
    await objects.put(key, path, { contentType: 'image/webp', sha256 });
    return { sizeBytes };
  } finally {
    await discardReceived(path);
  }
}

async function bytesOf(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const bytes = await objects.read(key, range);
  if (bytes) return bytes;
  log.error({ key }, 'a stored file is not in the store');
  throw new Refusal('file-lost', 404);
}
