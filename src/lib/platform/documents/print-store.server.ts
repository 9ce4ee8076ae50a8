/** Where kept papers lie: `prints` in the object store, each under the hash of its bytes, so that none can replace another. */
import { createHash } from 'node:crypto';
import { discard, writeIncoming } from '../file-incoming.server.ts';
import { objects } from '../object-store.server.ts';
import type { RenderedDocument } from './renderer.server.ts';

/** Gives a paper its place, where it is safe. Answers its key. */
export async function keepPrint({ bytes, sha256 }: Pick<RenderedDocument, 'bytes' | 'sha256'>): Promise<string> {
  const key = `${sha256.slice(0, 2)}/${sha256}.pdf`;
  const { path } = await writeIncoming([bytes]);
  await objects.put(objectKeyOf(key), path, { contentType: 'application/pdf', sha256 }).finally(() => discard(path));
  return key;
}

/** The bytes of a kept paper. Throws when they are gone, or are not the bytes that were kept. */
export async function readPrint({ storageKey, sha256 }: { storageKey: string; sha256: string }): Promise<Uint8Array> {
  const content = await objects.read(objectKeyOf(storageKey));
  if (!content) throw new Error(`The kept paper ${storageKey} is not in the store`);
  const bytes = new Uint8Array(await new Response(content).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The kept paper ${storageKey} was changed in the store`);
  return bytes;
}

/** Removes a paper that no row names. */
export function forgetPrint(key: string): Promise<void> {
  return objects.remove(objectKeyOf(key));
}

const objectKeyOf = (key: string): string => `prints/${key}`;
