/** Where kept papers lie: `prints` in the data directory, each under the hash of its bytes, so that none can replace another. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { config } from '../config.server.ts';
import type { RenderedDocument } from './renderer.server.ts';

/** Writes a paper and waits until the disk has it. Answers its key. */
export async function keepPrint({ bytes, sha256 }: Pick<RenderedDocument, 'bytes' | 'sha256'>): Promise<string> {
  const key = `${sha256.slice(0, 2)}/${sha256}.pdf`;
  const target = pathOf(key);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const arriving = `${target}.${randomUUID()}`;
  const file = await open(arriving, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(arriving, target);
  const folder = await open(dirname(target), 'r');
  await folder.sync().finally(() => folder.close());
  return key;
}

/** The bytes of a kept paper. Throws when they are gone, or are not the bytes that were kept. */
export async function readPrint({ storageKey, sha256 }: { storageKey: string; sha256: string }): Promise<Uint8Array> {
  const bytes = await readFile(pathOf(storageKey));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`The kept paper ${storageKey} was changed on disk`);
  return bytes;
}

/** Removes a paper that no row names. */
export function forgetPrint(key: string): Promise<void> {
  return rm(pathOf(key), { force: true });
}

function pathOf(key: string): string {
  return join(config.dataDir, 'prints', key);
}
