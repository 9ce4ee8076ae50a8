import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** An archive that is being written, entry by entry. It gets its final name only when it is complete. */
export interface ArchiveWriter {
  /** An entry whose size is not known in advance: it is compressed into a temporary file first. */
  addPacked(name: string, content: AsyncIterable<Uint8Array>): Promise<{ sha256: string }>;
  addSized(name: string, content: AsyncIterable<Uint8Array>, size: number): Promise<{ sha256: string }>;
  addText(name: string, text: string): Promise<{ sha256: string }>;
  addFile(name: string, path: string): Promise<{ sha256: string }>;
  /** Gives the archive its final name once it is safely on disk; returns its size in bytes. */
  finish(): Promise<number>;
  /** Removes everything written so far. */
  abandon(): Promise<void>;
}

/** Name suffixes of an archive while it is being written. */
export const UNFINISHED = /\.(?:unfinished|waiting|list)$/;
const MODE = 0o600;

/** Begins an archive at `target`, which is there under this name only once it is complete; `signal` breaks it off and leaves nothing behind. */
export function writeArchive(target: string, signal?: AbortSignal): ArchiveWriter {
  const draft = `${target}.unfinished`;
  const waiting = `${target}.waiting`;
  const tar = pack();
  const written = pipeline(tar, createWriteStream(draft, { mode: MODE }), { signal });
  // Checked when the archive is finished; an entry that waits for it fails with it.
  written.catch(() => {});

  async function addSized(name: string, content: AsyncIterable<Uint8Array>, size: number): Promise<{ sha256: string }> {
    const hash = createHash('sha256');
    const entry = tar.entry({ name, size, mode: MODE, mtime: new Date() });
    await Promise.race([
      pipeline(content, hashing(hash), entry, { signal }),
      written.then(() => Promise.reject(new Error('The archive was closed.'))),
    ]);
    return { sha256: hash.digest('hex') };
  }

  const addFile = async (name: string, path: string) => addSized(name, createReadStream(path), (await stat(path)).size);

  return {
    addSized,
    addFile,
    addText: (name, text) => addSized(name, oneChunk(text), Buffer.byteLength(text)),
    async addPacked(name, content) {
      const hash = createHash('sha256');
      await pipeline(content, hashing(hash), createGzip(), createWriteStream(waiting, { mode: MODE }), { signal });
      await addFile(name, waiting);
      await rm(waiting);
      return { sha256: hash.digest('hex') };
    },
    async finish() {
      tar.finalize();
      await written;
      const file = await open(draft, 'r+');
      await file.sync().finally(() => file.close());
      const { size } = await stat(draft);
      await rename(draft, target);
      return size;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => {});
      await Promise.all([draft, waiting].map((path) => rm(path, { force: true })));
    },
  };
}

/** Hashes what passes through. */
function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
