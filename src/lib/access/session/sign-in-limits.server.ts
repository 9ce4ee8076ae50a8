import { Refusal } from '#lib/values/refusal.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';
import {
  blockKey,
  consumePoint,
  resetLimit,
  returnPoint,
  takePointForAttempt,
  type Limit,
} from '#lib/process/database/rate-limit.server.ts';
import { signInFailed } from '#lib/process/instrumentation/measured.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';

/**
 * So many failures for one name within some minutes lock it for as many (model of the directory, 4.1), whether the name
 * exists or not.
 */
async function nameLimit(): Promise<Limit> {
  const seconds = 60 * (await businessSetting('directory.sign-in-lock-minutes'));
  const points = await businessSetting('directory.sign-in-failures');
  return { name: 'sign-in-name', points, seconds, blockSeconds: seconds, refusal: 'account-locked' };
}
/** Limit of failures and attempts under way from one address; generous, because a whole office shares one. */
const ADDRESS_LIMIT: Limit = { name: 'sign-in-address', points: 100, seconds: 900, blockSeconds: 900 };

/** Refusals that count as guesses, of a password or of a second factor: they are counted together. */
const GUESSES = new Set(['wrong-credentials', 'wrong-proof']);

const isGuess = (error: unknown): error is Refusal => error instanceof Refusal && GUESSES.has(error.code);

/**
 * Runs an attempt to prove an identity (a person's id, or a name that nobody has). Each attempt takes one of the
 * remaining points before it is made and gets it back unless it was wrong: exactly as many are made as are allowed, in
 * however many processes at once. Within one process they are serialized, so that correct attempts do not take each
 * other's points. A wrong one is passed to `refused`; 429 `account-locked` for the last one and all that follow.
 */
export async function guarded<T>(
  somebody: string,
  facts: RequestFacts,
  attempt: () => Promise<T>,
  refused: (refusal: Refusal) => Promise<void>,
): Promise<T> {
  const limit = await nameLimit();
  const tried = oneAtATime(somebody, async () => {
    const { points: left } = await takePointForAttempt(limit, somebody);
    const done = await fromAddress(facts.ip ?? 'unknown', attempt).catch(async (error: unknown) => {
      if (!isGuess(error)) await returnPoint(limit, somebody);
      else await refused(error);
      throw isGuess(error) && left === 0 ? await blockKey(limit, somebody) : error;
    });
    await returnPoint(limit, somebody);
    return done;
  });
  return tried.catch((error: unknown) => {
    if (error instanceof Refusal) signInFailed(error.code);
    throw error;
  });
}

/**
 * An attempt also counts against the address it comes from: taken before and given back for a correct one, as above.
 */
async function fromAddress<T>(address: string, attempt: () => Promise<T>): Promise<T> {
  await consumePoint(ADDRESS_LIMIT, address);
  const done = await attempt().catch(async (error: unknown) => {
    if (!isGuess(error)) await returnPoint(ADDRESS_LIMIT, address);
    throw error;
  });
  await returnPoint(ADDRESS_LIMIT, address);
  return done;
}

/** Resets the failed attempts of a person, and the lock: they have signed in, or the password was set again. */
export async function unlockSignIn(userId: string): Promise<void> {
  await resetLimit(await nameLimit(), userId);
}
