/** Where the bytes of files lie: one folder on disk. Knows keys and bytes, neither people nor records. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { UPLOAD_MAX_BYTES } from '#lib/kernel/constants.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { config } from './config.server.ts';

/** Bytes that have arrived and are safe on disk, but belong to no key yet. */
export interface Received {
  path: string;
  sizeBytes: number;
  sha256: string;
}

const INCOMING = 'incoming';

/**
 * Writes a stream to a file of its own and waits until the disk has it. Refuses with 413 `file-too-large` as soon as
 * there are more than 20 MB, 422 `file-empty`, 400 `upload-interrupted`; nothing is left behind then.
 */
export async function receive(content: AsyncIterable<Uint8Array>): Promise<Received> {
  const path = join(await folder(INCOMING), randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of interruptible(content)) {
      sizeBytes += chunk.length;
      if (sizeBytes > UPLOAD_MAX_BYTES) throw tooLarge();
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (sizeBytes === 0) throw new Refusal('file-empty');
    await file.sync();
  } catch (error) {
    await file.close();
    await discard(path);
    throw error;
  }
  await file.close();
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** Gives received bytes their key, in one step that either happened or did not. */
export async function keep({ path }: Received, key: string): Promise<void> {
  const target = await pathOf(key);
  await rename(path, target);
  const directory = await open(dirname(target), 'r');
  await directory.sync().finally(() => directory.close());
}

/** Removes received bytes that got no key. */
export function discard(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** The bytes under a key, for an answer. Throws when there are none. */
export async function contentOf(key: string): Promise<ReadableStream<Uint8Array>> {
  const path = await pathOf(key);
  await stat(path);
  return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
}

/** Removes what began to arrive more than `olderThanMs` milliseconds ago and never got a key. */
export async function discardIncoming(olderThanMs: number): Promise<void> {
  const incoming = await folder(INCOMING);
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > olderThanMs) await discard(path);
  }
}

/** 413: more than the 20 MB a file may have. */
export function tooLarge(): Refusal {
  return new Refusal('file-too-large', 413, { params: { megabytes: UPLOAD_MAX_BYTES / 1024 / 1024 } });
}

async function* interruptible(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw Object.assign(new Refusal('upload-interrupted', 400), { cause });
  }
}

/** Two letters of the random end of the key's id spread the files over 256 folders. */
async function pathOf(key: string): Promise<string> {
  return join(await folder(key.slice(34, 36)), key);
}

async function folder(name: string): Promise<string> {
  const path = join(config.dataDir, 'files', name);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}
