import { sql } from 'kysely';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { db, transaction } from '#lib/platform/database.server.ts';
import { oneAtATime } from '#lib/platform/one-at-a-time.ts';
import { checkLimit, consume, forgive, type Limit } from '#lib/platform/rate-limit.server.ts';
import { actorOfSession, type RequestFacts } from './actor.server.ts';
import { publicActor } from './actor.ts';
import { passwordFits } from './passwords.server.ts';
import { answerOf, openSession, type SignedIn } from './session.server.ts';

/** Ten failures for one name within 15 minutes lock it for 15 minutes (model of the directory, 4.1), whether it exists or not. */
const NAME_LIMIT: Limit = { name: 'sign-in-name', points: 9, seconds: 900, blockSeconds: 900, refusal: 'account-locked' };
/** Failures from one address; generous, since a whole office shares one. */
const ADDRESS_LIMIT: Limit = { name: 'sign-in-address', points: 100, seconds: 900, blockSeconds: 900 };

export const signInSchema = z.object({
  username: z.string().trim().min(1, 'required').max(254, 'too-long'),
  password: z.string().min(1, 'required').max(1000, 'too-long'),
  rememberMe: z.preprocess((value) => value === true || value === 'true' || value === 'on', z.boolean()).default(false),
});

/**
 * Signs a person in by user name or e-mail. 401 `wrong-credentials` for any wrong pair, 429 `account-locked` after ten
 * failures, 403 `account-not-active` only when the password was right.
 */
export async function signIn(input: unknown, facts: RequestFacts): Promise<SignedIn> {
  const { username, password, rememberMe } = parse(signInSchema, input);
  const name = username.toLowerCase();
  const user = await db.selectFrom('users').leftJoin('userCredentials as c', 'c.userId', 'users.id')
    .select(['users.id', 'users.status', 'users.fullName', 'c.passwordHash']).where((eb) => eb.or([eb('username', '=', name), eb.and([eb('email', '=', name), eb('emailFreedAt', 'is', null)])])).executeTakeFirst();
  const limited = user?.id ?? name;
  // One after the other, so that many tries at once are not more than ten.
  await oneAtATime(limited, async () => {
    await checkLimit(ADDRESS_LIMIT, facts.ip ?? 'unknown');
    await checkLimit(NAME_LIMIT, limited);
    if (!(await passwordFits(user?.passwordHash, password))) await refuse(limited, name, facts);
  });
  if (user!.status !== 'active') throw new Refusal(user!.status === 'invited' ? 'account-invited' : 'account-not-active', 403);
  await forgive(NAME_LIMIT, limited);
  const session = await transaction((tx) => openSession(tx, user!.id, rememberMe, facts));
  const actor = (await actorOfSession(sql<string>`${session.id}`, facts, false))!;
  await transaction(async (tx) => {
    await tx.updateTable('users').set({ lastLoginAt: new Date().toISOString() }).where('id', '=', user!.id).execute();
    await logActivity(actor, { event: 'session.opened', subject: 'Auth', entity: 'session', entityId: session.id }, tx);
  });
  return answerOf({ ...session, remember: rememberMe }, actor);
}

/** Takes the lock of failed sign-ins from a person: the password was set anew. */
export async function unlockSignIn(userId: string): Promise<void> {
  await forgive(NAME_LIMIT, userId);
}

async function refuse(limited: string, name: string, facts: RequestFacts): Promise<never> {
  await logActivity(publicActor(facts), { event: 'session.refused', subject: 'Auth', outcome: 'refused', reasonCode: 'wrong-credentials', params: { name } });
  await consume(ADDRESS_LIMIT, facts.ip ?? 'unknown');
  await consume(NAME_LIMIT, limited);
  throw new Refusal('wrong-credentials', 401);
}
