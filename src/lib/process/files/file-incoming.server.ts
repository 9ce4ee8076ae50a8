/** Incoming uploads: a folder on this machine's disk, whatever store they go to once they are checked. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';

/** Bytes that are safely on disk but not stored under a key yet. */
export interface Received {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Writes a stream to a new file and waits until it is on disk. With `promised`, it must have exactly that many bytes.
 * Refuses with 413 `file-too-large` as soon as there are more than 20 MB, 422 `file-size-differs`, 422 `file-empty`,
 * 400 `upload-interrupted`; leaves nothing behind then.
 */
export async function receiveUpload(content: AsyncIterable<Uint8Array>, promised?: number): Promise<Received> {
  return writeIncoming(limited(interruptible(content), promised));
}

/** Writes content produced by the app itself, without a limit. The caller discards it. */
export async function writeIncoming(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Received> {
  const path = join(await folder(), randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of content) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await discardReceived(path);
    throw error;
  }
  await file.close();
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** Removes received bytes that got no key, or that are stored under one. */
export function discardReceived(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** Removes uploads begun more than `olderThanMs` milliseconds ago that never got a key. Returns the number of files. */
export async function discardIncoming(olderThanMs: number): Promise<number> {
  const incoming = await folder();
  let count = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs <= olderThanMs) continue;
    await discardReceived(path);
    count += 1;
  }
  return count;
}

/** 413: more than the 20 MB a file may have. */
export function tooLarge(): Refusal {
  return new Refusal('file-too-large', 413, { params: { megabytes: UPLOAD_MAX_BYTES / 1024 / 1024 } });
}

async function* limited(content: AsyncIterable<Uint8Array>, promised: number | undefined): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > UPLOAD_MAX_BYTES) throw tooLarge();
    if (promised !== undefined && sizeBytes > promised) throw sizeDiffers();
    yield chunk;
  }
  if (sizeBytes === 0) throw new Refusal('file-empty');
  if (promised !== undefined && sizeBytes < promised) throw sizeDiffers();
}

async function* interruptible(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw Object.assign(new Refusal('upload-interrupted', 400), { cause });
  }
}

function sizeDiffers(): Refusal {
  return new Refusal('file-size-differs');
}

async function folder(): Promise<string> {
  const path = join(config.dataDir, 'files', 'incoming');
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}
