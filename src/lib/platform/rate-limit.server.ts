import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '#lib/kernel/refusal.ts';
import { pool } from './database.server.ts';
import { limitReached } from './metrics/measured.server.ts';

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

const limiters = new Map<string, RateLimiterPostgres>();

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

/** Refuses when `key` has used up its points, without taking one. */
export async function checkLimit(limit: Limit, key: string): Promise<void> {
  const state = await limiterOf(limit).get(key);
  if (state && state.consumedPoints > limit.points) throw asRefusal(limit, state);
}

/** Gives `key` one point back that was taken before it was known whether it counts. */
export async function giveBack(limit: Limit, key: string): Promise<void> {
  await limiterOf(limit).reward(key);
}

/** Gives `key` all its points back. */
export async function forgive(limit: Limit, key: string): Promise<void> {
  await limiterOf(limit).delete(key);
}

function asRefusal(limit: Limit, state: unknown): unknown {
  if (state instanceof Error) return state;
  limitReached(limit.name);
  const retryAfter = Math.max(1, Math.ceil((state as RateLimiterRes).msBeforeNext / 1000));
  return new Refusal(limit.refusal ?? 'too-many-requests', 429, {
    retryAfter,
    params: { minutes: Math.ceil(retryAfter / 60) },
  });
}
