import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { makeDataFolder } from '#lib/process/config/data-folder.server.ts';

/** Objects as files below one folder: the key is the path. */
export function diskStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, key);
  return {
    direct: null,

    async put(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await move(path, target);
      const directory = await open(dirname(target), 'r');
      await directory.sync().finally(() => directory.close());
    },

    async read(key, range) {
      const path = pathOf(key);
      if (!(await factsOf(path))) return null;
      return Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>;
    },

    async find(key) {
      const facts = await factsOf(pathOf(key));
      return facts && { key, ...facts };
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    list(beginning) {
      const end = beginning.lastIndexOf('/');
      return below(root, beginning.slice(0, end), beginning.slice(end + 1));
    },

    async check() {
      makeDataFolder(root);
    },
  };
}

/** Also when the two are on different disks: the copy is then renamed into place in one step. */
async function move(path: string, target: string): Promise<void> {
  await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    const arriving = `${target}.${randomUUID()}`;
    await copyFile(path, arriving);
    const file = await open(arriving, 'r+');
    await file.sync().finally(() => file.close());
    await rename(arriving, target);
  });
}

async function* below(root: string, folder: string, beginning = ''): AsyncGenerator<StoredObject> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessMissing([]));
  for (const entry of entries) {
    if (!entry.name.startsWith(beginning)) continue;
    const key = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* below(root, key);
    const facts = entry.isFile() && (await factsOf(join(root, key)));
    if (facts) yield { key, ...facts };
  }
}

async function factsOf(path: string): Promise<Omit<StoredObject, 'key'> | null> {
  const found = await stat(path).catch(unlessMissing(null));
  return found && { sizeBytes: found.size, changedAt: found.mtime };
}

function unlessMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return instead;
    throw error;
  };
}
