/**
 * Where the PDFs of stored versions lie: `prints` in the object store, each under the hash of its bytes, so that none
 * can replace another.
 */
import { createHash } from 'node:crypto';
import { discardReceived, writeIncoming } from '#lib/process/files/file-incoming.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import type { RenderedDocument } from '#lib/process/typst/renderer.server.ts';

/** Gives a PDF its place, where it is safe. Answers its key. */
export async function writePrintFile({ bytes, sha256 }: Pick<RenderedDocument, 'bytes' | 'sha256'>): Promise<string> {
  const key = `${sha256.slice(0, 2)}/${sha256}.pdf`;
  const { path } = await writeIncoming([bytes]);
  await objects
    .put(objectKeyOf(key), path, { contentType: 'application/pdf', sha256 })
    .finally(() => discardReceived(path));
  return key;
}

/** The bytes of a stored version. Throws when they are gone, or are not the bytes that were stored. */
export async function readPrintFile(version: { storageKey: string; sha256: string }): Promise<Uint8Array> {
  const { storageKey, sha256 } = version;
  const content = await objects.read(objectKeyOf(storageKey));
  if (!content) throw new Error(`The print ${storageKey} is not in the store`);
  const bytes = new Uint8Array(await new Response(content).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The print ${storageKey} was changed in the store`);
  return bytes;
}

/** Removes a PDF that no row names. */
export function removePrintFile(key: string): Promise<void> {
  return objects.remove(objectKeyOf(key));
}

const objectKeyOf = (key: string): string => `prints/${key}`;
