import { createHash } from 'node:crypto';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { config, secretFingerprint } from '#lib/process/config/config.server.ts';
import { BACKED_UP_FOLDERS } from '#lib/process/files/file-keys.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import { productVersion } from '#lib/process/config/product-version.server.ts';
import { type ArchiveWriter, writeArchive } from './archive-writing.server.ts';
import { copyStatement, markOf, PLAIN_TEXT, sequencesOf, tablesOf, type Table } from './table-catalogue.server.ts';
import {
  FORMAT,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  OBJECT_LIST,
  objectLine,
  OBJECTS,
  SECRET,
  type TableFacts,
  TABLES,
} from './manifest.ts';

export interface BackupOptions {
  /** The database, as a role that may read every table. */
  databaseUrl: string;
  /** The file to write; its folder is created when missing. */
  target: string;
  signal?: AbortSignal | undefined;
}

/** What was backed up. */
export interface Backup {
  manifest: Manifest;
  bytes: number;
}

/**
 * Writes the whole installation into one file while the app is running: every table in one snapshot, every stored file,
 * and the secret if DATA_DIR holds it. Nothing is held in memory as a whole. Leaves nothing behind when it fails or is
 * stopped by `signal`.
 */
export async function makeBackup({ databaseUrl, target, signal }: BackupOptions): Promise<Backup> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const archive = writeArchive(target, signal);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'garden: backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    const manifest = await write(archive, client, `${target}.list`, signal);
    return { manifest, bytes: await archive.finish() };
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await client.end().catch(() => {});
    await rm(`${target}.list`, { force: true });
  }
}

async function write(
  archive: ArchiveWriter,
  client: pg.Client,
  list: string,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  await client.query(PLAIN_TEXT);
  await client.query('begin transaction isolation level repeatable read, read only');
  const tables = await tablesOf(client);
  // Keeps table definitions unchanged until the end: a new version that wants to alter a table waits.
  await client.query(
    `lock table ${tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')} in access share mode`,
  );
  const { rows } = await client.query<{ madeAt: Date | string }>('select now() as "madeAt"');
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256 from schema_migrations order by name',
  );
  const sequences = await sequencesOf(client);
  const mark = await markOf(client);
  const written: TableFacts[] = [];
  for (const table of tables) written.push(await writeTable(archive, client, table));
  await client.query('commit');

  const stored = await writeObjects(archive, list, signal);
  const isIncluded = config.secretFile !== undefined;
  if (config.secretFile !== undefined) await archive.addText(SECRET, `${config.appSecret}\n`);
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: new Date(rows[0]!.madeAt).toISOString(),
    version: productVersion(),
    migrations,
    tables: written,
    sequences,
    objects: stored,
    secret: { isIncluded, fingerprint: secretFingerprint(config.appSecret) },
    mark,
  };
  const { sha256 } = await archive.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  await archive.addText(MANIFEST_HASH, `${sha256}  ${MANIFEST}\n`);
  return manifest;
}

async function writeTable(archive: ArchiveWriter, client: pg.Client, table: Table): Promise<TableFacts> {
  const stream = client.query(copyTo(`copy ${copyStatement(client, table)} to stdout`));
  const { sha256 } = await archive.addPacked(`${TABLES}${table.name}.copy.gz`, stream);
  return { ...table, rows: stream.rowCount, sha256 };
}

/**
 * Runs after the database part: a file uploaded meanwhile belongs to no row in the snapshot, and is swept from a
 * restored installation in time.
 */
async function writeObjects(
  archive: ArchiveWriter,
  list: string,
  signal: AbortSignal | undefined,
): Promise<Manifest['objects']> {
  let count = 0;
  let bytes = 0;
  const all = createHash('sha256');
  await appendFile(list, '', { mode: 0o600 });
  for (const place of BACKED_UP_FOLDERS) {
    for await (const { key, sizeBytes } of objects.list(place)) {
      signal?.throwIfAborted();
      const content = await objects.read(key);
      // Removed since it was listed: no row in the snapshot refers to it.
      if (!content) continue;
      const { sha256 } = await archive.addSized(`${OBJECTS}${key}`, content, sizeBytes);
      const line = objectLine(sha256, key);
      all.update(line);
      await appendFile(list, line);
      count += 1;
      bytes += sizeBytes;
    }
  }
  await archive.addFile(OBJECT_LIST, list);
  return { count, bytes, sha256: all.digest('hex') };
}
