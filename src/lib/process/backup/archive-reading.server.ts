import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BACKED_UP_FOLDERS } from '#lib/process/files/file-keys.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import {
  FORMAT,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  manifestSchema,
  OBJECT_LIST,
  objectLine,
  OBJECTS,
  SECRET,
  TABLES,
} from './manifest.ts';

/** An entry of an archive as it streams past; the reader must consume it to its end. */
export interface Passing {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

const TABLE = new RegExp(`^${TABLES}([a-z0-9_]+)\\.copy\\.gz$`);
/** Limit for an entry that is read into memory as a whole. */
const MOST_TEXT = 64 * 1024 * 1024;

/** The entries of an archive in order, tables decompressed. Throws where it is damaged. */
export async function* entriesOf(file: string): AsyncGenerator<Passing> {
  const tar = extract();
  const source = createReadStream(file);
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      yield {
        name,
        content: TABLE.test(name) ? unpacked(entry as unknown as Readable) : (entry as unknown as Readable),
      };
    }
  } finally {
    source.destroy();
  }
}

/** The table of an entry; undefined when the entry is not a table. */
export const tableOf = (name: string): string | undefined => TABLE.exec(name)?.[1];

/** The key of an object; undefined when the entry is not an object. */
export const keyOf = (name: string): string | undefined =>
  name.startsWith(OBJECTS) ? name.slice(OBJECTS.length) : undefined;

/** Whether the key points into a folder of stored files, and nowhere else on the disk. */
const isStoredKey = (key: string): boolean =>
  BACKED_UP_FOLDERS.some((place) => key.startsWith(place)) &&
  !key.includes('\\') &&
  key.split('/').every((part) => !['', '.', '..'].includes(part));

/**
 * Reads an archive from beginning to end and verifies it: every table, every file, the list of files and the manifest
 * must have the recorded hash. Throws StartRefused with a sentence for the operator.
 */
export async function verifyArchive(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`);
  const found = await hashesOf(file).catch((error: Error) => {
    throw error instanceof StartRefused ? error : damaged(file, error.message);
  });
  const { manifest } = found;
  const wrong = manifest.tables.filter(({ name, sha256 }) => found.tables.get(name) !== sha256).map(({ name }) => name);
  if (wrong.length > 0) throw damaged(file, `the tables ${wrong.join(', ')} are not what was written`);
  if (found.tables.size !== manifest.tables.length)
    throw damaged(file, 'it holds tables that its manifest does not name');
  if (found.objects !== manifest.objects.sha256 || found.list !== manifest.objects.sha256)
    throw damaged(file, 'the files in it are not those that were written');
  if (found.hasSecret !== manifest.secret.isIncluded) throw damaged(file, 'the secret is missing');
  return manifest;
}

interface Found {
  tables: Map<string, string>;
  objects: string;
  list: string;
  hasSecret: boolean;
  manifest: Manifest;
}

async function hashesOf(file: string): Promise<Found> {
  const tables = new Map<string, string>();
  const objects = createHash('sha256');
  const texts = new Map<string, string>();
  let list = '';
  for await (const { name, content } of entriesOf(file)) {
    const table = tableOf(name);
    const key = keyOf(name);
    if (table !== undefined) tables.set(table, await hashOf(content));
    else if (key !== undefined && !isStoredKey(key))
      throw damaged(file, 'it holds a file that has no place in the store');
    else if (key !== undefined) objects.update(objectLine(await hashOf(content), key));
    else if (name === OBJECT_LIST) list = await hashOf(content);
    else texts.set(name, await textOf(content));
  }
  return {
    tables,
    objects: objects.digest('hex'),
    list,
    hasSecret: texts.has(SECRET),
    manifest: readManifest(file, texts),
  };
}

function readManifest(file: string, texts: Map<string, string>): Manifest {
  const text = texts.get(MANIFEST);
  const recordedHash = texts.get(MANIFEST_HASH)?.slice(0, 64);
  if (text === undefined || recordedHash === undefined) throw damaged(file, 'its end is missing');
  if (createHash('sha256').update(text).digest('hex') !== recordedHash) throw damaged(file, 'its manifest was changed');
  const given = JSON.parse(text) as { format?: number };
  if ((given.format ?? 0) > FORMAT)
    throw new StartRefused(`The backup ${file} was made by a newer version of the app. Restore it with that version.`);
  return manifestSchema.parse(given);
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** The whole of a small entry. */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    if ((size += chunk.length) > MOST_TEXT) throw new Error('an entry is larger than any of its kind');
  }
  return Buffer.concat(chunks).toString();
}

function unpacked(entry: Readable): Readable {
  const gunzip = createGunzip();
  entry.on('error', (error) => gunzip.destroy(error));
  return entry.pipe(gunzip);
}

const damaged = (file: string, why: string): StartRefused =>
  new StartRefused(
    `The backup ${file} is damaged or was not finished (${why}). Nothing was restored; take another one.`,
  );
