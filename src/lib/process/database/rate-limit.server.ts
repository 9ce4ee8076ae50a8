import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#lib/values/refusal.ts';
import { overReloads } from '#lib/process/config/over-reloads.ts';
import { pool } from './database.server.ts';
import { limitReached } from '#lib/process/instrumentation/measured.server.ts';

/** Points per seconds; after that `refusal` for as long as the window (or `blockSeconds`) lasts. Kept in PostgreSQL for all processes. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  blockSeconds?: number;
  refusal?: string;
}

/** What is left of a limit, and in how many seconds it is whole again. */
export interface Remaining {
  points: number;
  seconds: number;
}

const limiters = overReloads(import.meta.hot, 'limiters', () => new Map<string, RateLimiterPostgres>());

function limiterOf(limit: Limit): RateLimiterPostgres {
  // A limit that a setting changes is another limiter over the same counts.
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
export async function consume(limit: Limit, key: string, points = 1): Promise<Remaining> {
  try {
    const { remainingPoints, msBeforeNext } = await limiterOf(limit).consume(key, points);
    return { points: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
  } catch (refused) {
    throw asRefusal(limit, refused);
  }
}

/** Takes one point of `key` and says whether there was one, for what is then left out without a word. */
export async function allowed(limit: Limit, key: string): Promise<boolean> {
  return consume(limit, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

/**
 * Takes one point of `key` if one is left, for a try that is only then made: however many tries come at once, over all
 * processes, no more are made than there are points. What is refused (like `consume`) counts for nothing.
 */
export async function takePlace(limit: Limit, key: string): Promise<Remaining> {
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

/** Has the points of `key`, if all are taken, come back no sooner than `blockSeconds` from now; the refusal that says so. */
export async function block(limit: Limit, key: string): Promise<unknown> {
  const msBeforeNext = (limit.blockSeconds ?? limit.seconds) * 1_000;
  await pool.query('update rate_limits set expire = $2 where key = $1 and points >= $3', [
    keyOf(limit, key),
    Date.now() + msBeforeNext,
    limit.points,
  ]);
  return asRefusal(limit, { msBeforeNext });
}

/** Gives `key` one point back that was taken before it was known whether it counts; none that it does not lack. */
export async function giveBack(limit: Limit, key: string): Promise<void> {
  await pool.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [keyOf(limit, key)]);
}

/** Gives `key` all its points back. */
export async function forgive(limit: Limit, key: string): Promise<void> {
  await limiterOf(limit).delete(key);
}

/** As the limiters write it. */
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
