import { AsyncLocalStorage } from 'node:async_hooks';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { config } from '#lib/process/config/config.server.ts';
import { overReloads } from '#lib/process/config/over-reloads.ts';
import { logBack } from './away-log.server.ts';
import { collectAfterWork, countAfterWork, dropAfterWork, startAfterWork } from './after-commit.server.ts';
import { isOutdatedPlan, PreparingClient } from './prepared.server.ts';
import { measurePool } from '#lib/process/instrumentation/measured.server.ts';

/** Every table by its camelCase name; each module adds its own with `declare module`. */
export interface Database {}

export type Tx = Transaction<Database>;
/** The pool or a transaction: what a read accepts. */
export type Db = Kysely<Database>;

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.INT8, exact);
pg.types.setTypeParser(builtins.NUMERIC, Number);
pg.types.setTypeParser(builtins.DATE, (value) => value);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** Milliseconds after which a bounded read is cancelled (57014). */
const BOUND_MS = 2_000;

/** The pool of every transaction, and of every read except bounded ones. */
export const pool = overReloads(import.meta.hot, 'pool', () => poolOf(config.databasePoolSize));
/** Searches and non-essential counts have connections of their own: they can neither hold up pages nor run long. */
const boundedPool = overReloads(import.meta.hot, 'boundedPool', () =>
  poolOf(Math.ceil(config.databasePoolSize / 4), { statement_timeout: BOUND_MS, allowExitOnIdle: true }),
);

/**
 * Counts the statements sent while a request is answered: pages have a budget of them, and the log reports the number.
 */
export const counting = new AsyncLocalStorage<{ count: number }>();

export const db = over(pool);
/** For reads that are cancelled after two seconds with 57014 (`isTooLong`), where the caller has a fallback. */
export const boundedDb = over(boundedPool);

/** Whether a bounded read was cancelled. */
export const isTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014';

const RETRIED = new Set(['40P01', '40001']);
const ATTEMPTS = 4;
const isRetried = (error: unknown): boolean =>
  RETRIED.has((error as { code?: string }).code ?? '') || isOutdatedPlan(error);

/**
 * Runs `work` in one transaction. Deadlocks (40P01) and serialization failures (40001) are retried three times with
 * jitter, so `work` must have no side effects outside the database: those belong in `afterCommit`.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const after: (() => void | Promise<void>)[] = [];
    try {
      const result = await db.transaction().execute(async (tx) => {
        const done = await collectAfterWork(tx, after, () => work(tx));
        if (rehearsing.getStore()) throw new Rehearsed();
        return done;
      });
      counting.exit(() => startAfterWork(after));
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetried(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * attempt));
    }
  }
}

/** While it is set, every transaction is rolled back once its work is done. */
const rehearsing = new AsyncLocalStorage<true>();
class Rehearsed extends Error {}

/**
 * Tries `work` and leaves nothing of it: its first transaction is carried out and rolled back, what waits for the commit
 * does not happen. Throws what the work throws before.
 */
export async function rehearse(work: () => Promise<unknown>): Promise<void> {
  try {
    await rehearsing.run(true, work);
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

/** Runs `work` in the given transaction, which it is then a part of; in one of its own where there is none. */
export const inTransaction = <T>(given: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
  given ? work(given) : transaction(work);

/**
 * Runs a part of a transaction that may fail on its own: its changes are rolled back, its after-commit work is dropped
 * and its error is thrown, while the transaction can go on.
 */
export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const before = countAfterWork(tx);
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    dropAfterWork(tx, before);
    throw error;
  }
}

function poolOf(max: number, more: pg.PoolConfig = {}): pg.Pool {
  const made = new pg.Pool({
    connectionString: config.databaseUrl,
    max,
    Client: PreparingClient,
    // A request that gets no connection within this time fails instead of waiting indefinitely.
    connectionTimeoutMillis: 30_000,
    options: '-c timezone=Asia/Singapore -c lock_timeout=30000',
    ...more,
  });
  measurePool(made);
  made.on('error', () => {});
  // A connection that breaks inside a transaction does not end the process either: its statements reject.
  made.on('connect', (client) => {
    client.on('error', () => {});
    logBack();
  });
  return made;
}

function over(connections: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: connections }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: () => {
      const request = counting.getStore();
      if (request) request.count += 1;
    },
  });
}

function exact(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new Error(`An integer of the database exceeds what a number holds: ${value}`);
  return number;
}
