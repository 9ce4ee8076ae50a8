import pg from 'pg';
import { pause, until } from '#lib/process/config/processes.server.ts';

export interface DatabaseGuard {
  release(): Promise<void>;
}

/** Any number, the same in every version of the product: who holds it is the garden of this database. */
const GUARD_KEY = 7_021_961;
const RETURN_MS = 60_000;
const KILLED_MS = 2_000;

/**
 * Holds the lock that one process has on an embedded database, the second guard beside the data directory's file;
 * undefined when another process holds it. Its connection also tells when the server is gone: while PostgreSQL recovers
 * from a crash of its own the lock is taken again, and only when it does not come back `onLost` is called.
 */
export async function guardDatabase(
  ownerUrl: string,
  onLost: (error: Error) => void,
): Promise<DatabaseGuard | undefined> {
  let released = false;
  let client: pg.Client | undefined;
  // The connection of a garden that was killed a moment ago may not have noticed yet.
  await until(KILLED_MS, async () => (client = await lock(ownerUrl)) !== undefined);
  if (!client) return undefined;
  watch(client);
  return {
    async release() {
      released = true;
      await client?.end().catch(() => {});
    },
  };

  function watch(current: pg.Client): void {
    current.once('end', () => {
      if (!released) void comeBack();
    });
  }

  async function comeBack(): Promise<void> {
    const deadline = Date.now() + RETURN_MS;
    while (!released && Date.now() < deadline) {
      await pause(250);
      client = await lock(ownerUrl).catch(() => undefined);
      if (client) return watch(client);
    }
    if (!released) onLost(new Error('The embedded PostgreSQL has ended and does not come back.'));
  }
}

async function lock(ownerUrl: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [GUARD_KEY]);
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
}
