import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The row that identifies the folder holding the files of this database. */
const NAME = 'files.store';
const FILE = 'store-id';
/** An arbitrary number: processes that start together agree on one folder. */
const KEY = 7_021_964;

/**
 * Makes sure that all processes of a database store their files in one place. On disk that is one DATA_DIR for all of
 * them, on one machine or on a shared disk: the first start leaves a marker in it and in the database, and a process
 * with another DATA_DIR is refused, because half of the files would be missing for its visitors. An S3 store is one
 * place by itself, and so is the DATA_DIR of an embedded database.
 */
export async function refuseOtherStore({ databaseUrl, dataDir, fileStore }: Config): Promise<void> {
  if (!databaseUrl || fileStore !== 'disk') return;
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [KEY]);
    const { rows } = await client.query<{ id: string }>(
      `select value #>> '{}' as id from settings where name = $1 order by valid_from desc limit 1`,
      [NAME],
    );
    const known = rows[0]?.id;
    const file = join(dataDir, FILE);
    const here = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
    if (known === undefined) {
      const id = here ?? randomUUID();
      writeFileSync(file, `${id}\n`, { mode: 0o600, flush: true });
      await client.query('insert into settings (name, value) values ($1, $2)', [NAME, JSON.stringify(id)]);
    } else if (here !== known) {
      throw new StartRefused(
        `The files of this database are in another data directory than ${dataDir}. Give all its processes the same DATA_DIR, on one machine or on a shared disk, ` +
          `or keep files in a bucket with FILE_STORE=s3. If they were brought here whole, write ${known} into ${file}.`,
      );
    }
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
}

/** After a restore: the files were put into `dataDir`, so the marker of the database is put there too. */
export async function markRestoredStore(
  client: pg.Client,
  { dataDir, fileStore }: Pick<Config, 'dataDir' | 'fileStore'>,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select value #>> '{}' as id from settings where name = $1 order by valid_from desc limit 1`,
    [NAME],
  );
  if (rows[0] && fileStore === 'disk')
    writeFileSync(join(dataDir, FILE), `${rows[0].id}\n`, { mode: 0o600, flush: true });
}
