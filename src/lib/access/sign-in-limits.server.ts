import { Refusal } from '#lib/kernel/refusal.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { oneAtATime } from '#lib/platform/one-at-a-time.ts';
import { signInFailed } from '#lib/platform/metrics/measured.server.ts';
import { checkLimit, consume, forgive, giveBack, type Limit } from '#lib/platform/rate-limit.server.ts';
import type { RequestFacts } from './actor.server.ts';

/** So many failures for one name within some minutes lock it for as many (model of the directory, 4.1), whether it exists or not. */
async function nameLimit(): Promise<Limit> {
  const seconds = 60 * (await businessSetting('directory.sign-in-lock-minutes'));
  const points = (await businessSetting('directory.sign-in-failures')) - 1;
  return { name: 'sign-in-name', points, seconds, blockSeconds: seconds, refusal: 'account-locked' };
}
/** Failures from one address, and tries under way; generous, since a whole office shares one. */
const ADDRESS_LIMIT: Limit = { name: 'sign-in-address', points: 100, seconds: 900, blockSeconds: 900 };

/** Refusals that are guesses, of a password or of what stands beside it: they are counted together. */
const GUESSES = new Set(['wrong-credentials', 'wrong-proof']);

/**
 * Runs a try at proving to be somebody (their id, or a name that nobody has), one after the other, so that many at once
 * are not more than allowed. A wrong one is told to `refused` and counted; 429 `account-locked` after too many.
 */
export async function guarded<T>(
  somebody: string,
  facts: RequestFacts,
  attempt: () => Promise<T>,
  refused: (refusal: Refusal) => Promise<void>,
): Promise<T> {
  const address = facts.ip ?? 'unknown';
  const limit = await nameLimit();
  const tried = oneAtATime(somebody, async () => {
    await checkLimit(limit, somebody);
    // Taken before and given back for a right one, so that tries at many names at once are counted too.
    await consume(ADDRESS_LIMIT, address);
    const done = await attempt().catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || !GUESSES.has(error.code)) await giveBack(ADDRESS_LIMIT, address);
      else {
        await refused(error);
        await consume(limit, somebody);
      }
      throw error;
    });
    await giveBack(ADDRESS_LIMIT, address);
    return done;
  });
  return tried.catch((error: unknown) => {
    if (error instanceof Refusal) signInFailed(error.code);
    throw error;
  });
}

/** Forgets the failed tries of a person, and the lock with them: they have signed in, or the password was set anew. */
export async function unlockSignIn(userId: string): Promise<void> {
  await forgive(await nameLimit(), userId);
}
