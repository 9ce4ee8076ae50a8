import pg from 'pg';
import { sleep, waitUntil } from '#lib/process/config/processes.server.ts';

export interface DatabaseGuard {
  release(): Promise<void>;
}

/** An arbitrary number, the same in every version: whoever holds this lock is the app process of the database. */
const GUARD_KEY = 7_021_961;
const RETURN_MS = 60_000;
const KILLED_MS = 2_000;

/**
 * Takes the lock that one process holds on an embedded database, the second guard beside the file in the data
 * directory; undefined when another process holds it. Its connection also shows when the server is gone: while
 * PostgreSQL recovers from a crash the lock is taken again, a server that has ended is started again by `revive`, and
 * only when it does not come back `onLost` is called.
 */
export async function guardDatabase(
  ownerUrl: string,
  revive: () => Promise<void>,
  onLost: (error: Error) => void,
): Promise<DatabaseGuard | undefined> {
  let released = false;
  let client: pg.Client | undefined;
  let returning: Promise<void> | undefined;
  // The server may not yet have noticed that the connection of a killed process is gone.
  await waitUntil(KILLED_MS, async () => (client = await lock(ownerUrl)) !== undefined);
  if (!client) return undefined;
  watch(client);
  return {
    async release() {
      released = true;
      await returning;
      await client?.end().catch(() => {});
    },
  };

  function watch(current: pg.Client): void {
    current.once('end', () => {
      if (!released) returning = comeBack();
    });
  }

  async function comeBack(): Promise<void> {
    const deadline = Date.now() + RETURN_MS;
    client = undefined;
    while (!released && Date.now() < deadline) {
      await revive().catch(() => {});
      if (!released) client = await lock(ownerUrl).catch(() => undefined);
      if (client) return watch(client);
      await sleep(250);
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
