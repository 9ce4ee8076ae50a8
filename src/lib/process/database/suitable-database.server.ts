import { randomInt } from 'node:crypto';
import pg from 'pg';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** A connection, as far as the questions need one. */
export type Asked = Pick<pg.Client, 'query'>;

/** What the addresses of a database are called when one is refused. */
export type AddressName = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/** How long an address may take to answer. */
const CONNECT_MS = 10_000;

/** The oldest PostgreSQL whose SQL the migrations are written in, as `server_version_num` counts. */
const LEAST_VERSION = 18_00_00;
const ENCODING = 'UTF8';

/**
 * Throws StartRefused for a database of an older PostgreSQL, or of an encoding that does not hold every language. Asked
 * before anything is made.
 */
export async function refuseOtherKind(client: Asked, variable: AddressName): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`);
  const { number, version, encoding } = rows[0]!;
  if (number < LEAST_VERSION)
    throw new StartRefused(
      `The database of ${variable} cannot be used: its server is PostgreSQL ${version}, and PostgreSQL ${LEAST_VERSION / 10_000} or newer is needed.`,
    );
  if (encoding !== ENCODING)
    throw new StartRefused(
      `The database of ${variable} cannot be used: its encoding is ${encoding}, and ${ENCODING} is needed. ` +
        `Create one with: CREATE DATABASE garden ENCODING '${ENCODING}' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0;`,
    );
}

interface Rights {
  role: string;
  mayCreate: boolean;
  mayExtend: boolean;
  ownsTables: boolean;
}

/**
 * Throws StartRefused unless the role may create and alter the tables: it may create in the schema `public`, may create
 * the extensions that are missing, and owns the tables of an earlier start. Asked before anything is made.
 */
export async function refuseLackingRights(client: Asked, variable: AddressName): Promise<void> {
  const { rows } = await client.query<Rights>(`
    select current_user as role,
      coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayCreate",
      has_database_privilege(current_database(), 'create')
        or (select count(*) = 2 from pg_extension where extname in ('pg_trgm', 'btree_gist')) as "mayExtend",
      not exists (select from pg_class c where c.relnamespace = to_regnamespace('public')::oid
        and c.relname = 'schema_migrations' and not pg_has_role(c.relowner, 'usage')) as "ownsTables"`);
  const { role, mayCreate, mayExtend, ownsTables } = rows[0]!;
  if (mayCreate && mayExtend && ownsTables) return;
  const lacking = !ownsTables
    ? 'does not own the tables that are in the database'
    : !mayCreate
      ? 'may not create tables in its schema public'
      : 'may not create extensions in it';
  throw new StartRefused(
    `The database of ${variable} cannot be used: the role ${role} ${lacking}. ` +
      'Set DATABASE_OWNER_URL to the address of the same database for the role that owns it.',
  );
}

/** Throws StartRefused when the two addresses lead to different databases: locks are those of one database. */
export async function refuseOtherDatabase(url: string, ownerUrl: string): Promise<void> {
  const key = randomInt(2 ** 47);
  const taken = await connected(ownerUrl, 'DATABASE_OWNER_URL', async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [key]);
    return connected(url, 'DATABASE_URL', async (app) => {
      const { rows } = await app.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [key]);
      return !rows[0]!.free;
    });
  });
  if (!taken)
    throw new StartRefused(
      `DATABASE_OWNER_URL (${placeOf(ownerUrl)}) is the address of another database than DATABASE_URL (${placeOf(url)}). ` +
        'Both must name the same database, each with its own role.',
    );
}

/** Connects for some questions. Throws StartRefused when the address does not answer. */
export async function connected<T>(
  url: string,
  variable: AddressName,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw new StartRefused(`The database of ${variable} (${new URL(url).host}) cannot be used: ${reason(error)}.`);
    });
    return await ask(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Host and database, without role and password. */
const placeOf = (url: string): string => new URL(url).host + new URL(url).pathname;

/** Node reports a host with several addresses as one error with several causes. */
function reason(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause as Error).message).join('; ');
}
