import pg from 'pg';
import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';

/**
 * Makes a running demonstration an installation in use, whose people get their mails, those that were held too: nothing is
 * sent to those of a demonstration. `ownerUrl` is that of its database; without it the embedded one of `dataDir`.
 */
export async function moveIn({ dataDir, ownerUrl }: { dataDir?: string; ownerUrl?: string }): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl ?? runningEmbeddedPostgres(dataDir!)!.ownerUrl });
  await client.connect();
  try {
    // The mark cannot be taken away but by the owner of the table.
    await client.query(`alter table settings disable trigger user;
      delete from settings where name like 'demonstration.%';
      alter table settings enable trigger user;
      update mail_outbox set status = 'waiting' where status = 'held'`);
  } finally {
    await client.end();
  }
}
