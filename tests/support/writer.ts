/** Starts the embedded database of a directory and writes 1, 2, 3 … until it is killed, telling each row that is saved. */
import pg from 'pg';
import { startEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';

const { ownerUrl } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', address: 'writer' });
const client = new pg.Client({ connectionString: ownerUrl });
await client.connect();
await client.query('create table if not exists written (n int primary key)');
for (;;) {
  const { rows } = await client.query('insert into written select coalesce(max(n), 0) + 1 from written returning n');
  process.send?.(rows[0].n);
}
