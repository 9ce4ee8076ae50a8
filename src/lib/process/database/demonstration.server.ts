import pg from 'pg';
import type { AppDatabase } from './app-database.server.ts';

const BEING_MADE = 'The demonstration garden is being made';
const MADE = 'The demonstration garden';
/** An arbitrary number: of several processes starting on one server, one creates the data and the others wait. */
const SEED_KEY = 7_021_963;

/**
 * Fills an empty database with `seed`, and returns whether it holds the demonstration data. A seed that was killed
 * halfway is run again on an emptied embedded database: nobody can have used it yet.
 */
export async function fillWithDemonstration(database: AppDatabase, seed: () => Promise<void>): Promise<boolean> {
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
    // PostgreSQL analyses small tables only after many changes; until then it plans without statistics.
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

/** The marker is the comment of the database. */
async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = current_database()`,
  );
  return rows[0]?.mark ?? null;
}

async function setMark(client: pg.Client, { embedded }: AppDatabase, mark: string): Promise<void> {
  if (embedded)
    await client.query(
      `comment on database ${client.escapeIdentifier(client.database ?? '')} is ${client.escapeLiteral(mark)}`,
    );
}
