import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#lib/values/refusal.ts';
import { overReloads } from '#lib/process/config/over-reloads.ts';
import { pool } from './database.server.ts';
import { limitReached } from '#lib/process/instrumentation/measured.server.ts';

/**
 * Points per seconds; after that `refusal` for as long as the window (or `blockSeconds`) lasts. Stored in PostgreSQL
 * for all processes.
 */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  blockSeconds?: number;
  refusal?: string;
}

/** How much of a limit is left, and in how many seconds it is fully available again. */
export interface Remaining {
  points: number;
  seconds: number;
}

const limiters = overReloads(import.meta.hot, 'limiters', () => new Map<string, RateLimiterPostgres>());

function limiterOf(limit: Limit): RateLimiterPostgres {
  // A limit changed by a setting is another limiter on the same counters.
  const key = `${limit.name} ${limit.points} ${limit.seconds} ${limit.blockSeconds}`;
  const known = limiters.get(key);
  if (known) return known;
  const made = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
    blockDuration: limit.blockSeconds ?? 0,
  });
  limiters.set(key, made);
  return made;
}

/** Takes one point of `key`; 429 `too-many-requests` (or the limit's own code) with `retryAfter` seconds when none is left. */
export async function consumePoint(limit: Limit, key: string, points = 1): Promise<Remaining> {
  try {
    const { remainingPoints, msBeforeNext } = await limiterOf(limit).consume(key, points);
    return { points: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
  } catch (refused) {
    throw asRefusal(limit, refused);
  }
}

/** Takes one point of `key` and returns whether there was one, for work that is then silently left out. */
export async function hasPoint(limit: Limit, key: string): Promise<boolean> {
  return consumePoint(limit, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

/**
 * Takes one point of `key` if one is left, before an attempt is made: however many attempts arrive at once, over all
 * processes, no more are made than there are points. A refused attempt (unlike with `consume`) does not count.
 */
export async function takePointForAttempt(limit: Limit, key: string): Promise<Remaining> {
  const now = Date.now();
  const { rows } = await pool.query<{ points: number; expire: number }>(
    `insert into rate_limits as held (key, points, expire) values ($1, 1, $2)
     on conflict (key) do update set
       points = case when held.expire <= $3 then 1 else held.points + 1 end,
       expire = case when held.expire <= $3 then $2 else held.expire end
     where held.expire <= $3 or held.points < $4
     returning points, expire`,
    [keyOf(limit, key), now + limit.seconds * 1_000, now, limit.points],
  );
  if (rows[0]) return { points: limit.points - rows[0].points, seconds: Math.ceil((rows[0].expire - now) / 1_000) };
  const state = await limiterOf(limit).get(key);
  throw asRefusal(limit, state ?? { msBeforeNext: 0 });
}

/**
 * If all points of `key` are taken, blocks it for at least `blockSeconds` from now; returns the refusal that says so.
 */
export async function blockKey(limit: Limit, key: string): Promise<unknown> {
  const msBeforeNext = (limit.blockSeconds ?? limit.seconds) * 1_000;
  await pool.query('update rate_limits set expire = $2 where key = $1 and points >= $3', [
    keyOf(limit, key),
    Date.now() + msBeforeNext,
    limit.points,
  ]);
  return asRefusal(limit, { msBeforeNext });
}

/** Gives one point of `key` back that was taken before it was known whether it counts; never above the limit. */
export async function returnPoint(limit: Limit, key: string): Promise<void> {
  await pool.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [keyOf(limit, key)]);
}

/** Resets `key` to all its points. */
export async function resetLimit(limit: Limit, key: string): Promise<void> {
  await limiterOf(limit).delete(key);
}

/** Resets every key that begins with `start`. */
export async function resetLimitsFrom(limit: Limit, start: string): Promise<void> {
  await pool.query('delete from rate_limits where starts_with(key, $1)', [keyOf(limit, start)]);
}

/** In the format of the limiters. */
const keyOf = ({ name }: Limit, key: string): string => `${name}:${key}`;

function asRefusal(limit: Limit, state: unknown): unknown {
  if (state instanceof Error) return state;
  limitReached(limit.name);
  const retryAfter = Math.max(1, Math.ceil((state as RateLimiterRes).msBeforeNext / 1000));
  return new Refusal(limit.refusal ?? 'too-many-requests', 429, {
    retryAfter,
    params: { minutes: Math.ceil(retryAfter / 60) },
  });
}
