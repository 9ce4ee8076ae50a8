import pg from 'pg';
import type { GardenDatabase } from './app-database.server.ts';

const BEING_MADE = 'The demonstration garden is being made';
const MADE = 'The demonstration garden';
/** Any number: of processes that start together on a server one makes the garden, and the others wait for it. */
const SEED_KEY = 7_021_963;

/**
 * Fills an empty database by `seed`, and tells whether the demonstration garden is what it holds. A seed that was
 * killed halfway is begun again on an emptied embedded database: nobody has been able to use it yet.
 */
export async function demonstrate(database: GardenDatabase, seed: () => Promise<void>): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [SEED_KEY]);
    const mark = await markOf(client);
    if (mark === BEING_MADE && database.embedded) {
      await client.query('drop schema public cascade; create schema public');
      await database.migrate();
    } else if (!(await isEmpty(client))) {
      return mark === MADE;
    }
    await setMark(client, database, BEING_MADE);
    await seed();
    // PostgreSQL counts small tables only when they have changed much; until then it plans as if it knew nothing of them.
    await client.query('analyze');
    await setMark(client, database, MADE);
    return true;
  } finally {
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from users limit 1');
  return rowCount === 0;
}

/** The mark is the database's own comment. */
async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = current_database()`,
  );
  return rows[0]?.mark ?? null;
}

async function setMark(client: pg.Client, { embedded }: GardenDatabase, mark: string): Promise<void> {
  if (embedded)
    await client.query(
      `comment on database ${client.escapeIdentifier(client.database ?? '')} is ${client.escapeLiteral(mark)}`,
    );
}
