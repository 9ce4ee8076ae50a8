import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { config } from '#lib/process/config/config.server.ts';
import { discardReceived, writeIncoming } from '#lib/process/files/file-incoming.server.ts';
import { BACKED_UP_FOLDERS } from '#lib/process/files/file-keys.ts';
import { dispositionOf } from '#lib/process/files/file-response.server.ts';
import { migrate, type MigrateOptions } from '#lib/process/database/migrations.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import type { ObjectFacts } from '#lib/process/files/object-store.ts';
import { markRestoredStore } from '#lib/process/files/shared-store.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { entriesOf, keyOf, tableOf, textOf } from './archive-reading.server.ts';
import { type Manifest, SECRET } from './manifest.ts';
import { beginLoad, claimDatabase, isHalfRestored, refuseUsedDatabase } from './restore-database.server.ts';

export interface RestoreOptions extends MigrateOptions {
  from: string;
  /** What `verifyArchive` found in it. */
  manifest: Manifest;
  /** The database under the name the operator knows, for messages. */
  where: string;
}

/**
 * Restores a verified archive into an empty database and an empty store; refuses if they are not empty. All of it is
 * committed at once: if the process is killed before that, the database is marked, the app does not start on it, and
 * the same restore can be run again. A backup of an older version is migrated to this one at the end.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { from, manifest, where, ...migrating } = options;
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'garden: restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await isHalfRestored(client))) {
      await refuseUsedDatabase(client, where);
      await refuseUsedStore();
    }
    await claimDatabase(client);
    const names = new Set(manifest.migrations.map(({ name }) => name));
    await migrate({ ...migrating, only: names, restoring: true });
    const load = await beginLoad(client, manifest);
    for await (const { name, content } of entriesOf(from)) {
      const table = tableOf(name);
      const key = keyOf(name);
      if (table !== undefined) await load.table(table, content);
      else if (key !== undefined) await putObject(client, key, content);
      else if (name === SECRET) await storeSecret(await textOf(content));
      else await textOf(content);
    }
    await load.finish();
    await restoreMark(client, manifest.mark);
    await markRestoredStore(client, config);
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(migrating);
}

async function refuseUsedStore(): Promise<void> {
  for (const place of BACKED_UP_FOLDERS) {
    for await (const { key } of objects.list(place)) {
      throw new StartRefused(
        `The store of files is not empty (it holds ${key}). A backup is only restored into an empty one: nothing was changed.`,
      );
    }
  }
}

async function putObject(client: pg.Client, key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const { path, sha256 } = await writeIncoming(content);
  await objects.put(key, path, { ...(await factsOf(client, key)), sha256 }).finally(() => discardReceived(path));
}

/** The headers browsers get for an object; a print is a PDF, and an object without a row is never fetched. */
async function factsOf(client: pg.Client, key: string): Promise<Omit<ObjectFacts, 'sha256'>> {
  if (!key.startsWith('files/')) return { contentType: 'application/pdf' };
  const { rows } = await client.query<{ contentType: string; fileName: string }>(
    'select content_type as "contentType", file_name as "fileName" from files where storage_key = $1',
    [key.slice(key.lastIndexOf('/') + 1)],
  );
  const file = rows[0];
  return file
    ? { contentType: file.contentType, disposition: dispositionOf(file) }
    : { contentType: 'application/octet-stream' };
}

async function storeSecret(secret: string): Promise<void> {
  if (config.secretFile === undefined || existsSync(config.secretFile)) return;
  await writeFile(config.secretFile, secret, { mode: 0o600, flush: true });
}

/**
 * Where the role is not allowed to set the comment, nothing is lost: the demonstration data are then not recognised as
 * such.
 */
async function restoreMark(client: pg.Client, mark: string | null): Promise<void> {
  if (mark === null) return;
  await client
    .query(`comment on database ${client.escapeIdentifier(client.database ?? '')} is ${client.escapeLiteral(mark)}`)
    .catch(() => {});
}
