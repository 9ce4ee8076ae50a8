import { sql } from 'kysely';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/kernel/fields.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { db, transaction, type Tx } from '#lib/platform/database.server.ts';
import { oneAtATime } from '#lib/platform/one-at-a-time.ts';
import { checkLimit, consume, forgive, giveBack, type Limit } from '#lib/platform/rate-limit.server.ts';
import { actorOfSession, type RequestFacts } from './actor.server.ts';
import { personActor, publicActor } from './actor.ts';
import { passwordFits } from './passwords.server.ts';
import { answerOf, openSession, type SignedIn } from './session.server.ts';

/** So many failures for one name within some minutes lock it for as many (model of the directory, 4.1), whether it exists or not. */
async function nameLimit(): Promise<Limit> {
  const seconds = 60 * (await businessSetting('directory.sign-in-lock-minutes'));
  const points = (await businessSetting('directory.sign-in-failures')) - 1;
  return { name: 'sign-in-name', points, seconds, blockSeconds: seconds, refusal: 'account-locked' };
}
/** Failures from one address, and tries under way; generous, since a whole office shares one. */
const ADDRESS_LIMIT: Limit = { name: 'sign-in-address', points: 100, seconds: 900, blockSeconds: 900 };

export const signInSchema = z.object({
  username: z.string().trim().min(1, 'required').max(254, 'too-long'),
  password: z.string().min(1, 'required').max(1000, 'too-long'),
  rememberMe: ticked,
});

/**
 * Signs a person in by user name or e-mail. 401 `wrong-credentials` for any wrong pair, 429 `account-locked` after too
 * many failures, 403 `account-not-active` only when the password was right.
 */
export async function signIn(input: unknown, facts: RequestFacts): Promise<SignedIn> {
  const { username, password, rememberMe } = parse(signInSchema, input);
  const name = username.toLowerCase();
  const address = facts.ip ?? 'unknown';
  const limited = (await personNamed(name))?.id ?? name;
  const limit = await nameLimit();
  // One after the other, so that many tries at once are not more than allowed.
  const person = await oneAtATime(limited, async () => {
    await checkLimit(limit, limited);
    // Taken before and given back for a right one, so that tries at many names at once are counted too.
    await consume(ADDRESS_LIMIT, address);
    const found = await personNamed(name);
    if (!(await passwordFits(found?.passwordHash, password))) await refuse(limit, limited, name, facts);
    await giveBack(ADDRESS_LIMIT, address);
    return found!;
  });
  const session = await transaction((tx) => openAsFound(tx, person, rememberMe, facts));
  await forgive(limit, limited);
  const actor = await actorOfSession(sql<string>`${session.id}`, facts, false);
  if (!actor) throw new Refusal('account-not-active', 403);
  return answerOf({ ...session, remember: rememberMe }, actor);
}

/** Takes the lock of failed sign-ins from a person: the password was set anew. */
export async function unlockSignIn(userId: string): Promise<void> {
  await forgive(await nameLimit(), userId);
}

interface Found {
  id: string;
  passwordHash: string | null;
}

/** Whoever has the user name, or the e-mail address and still keeps it. */
function personNamed(name: string): Promise<Found | undefined> {
  return db.selectFrom('users').leftJoin('userCredentials as c', 'c.userId', 'users.id').select(['users.id', 'c.passwordHash'])
    .where((eb) => eb.or([eb('username', '=', name), eb.and([eb('email', '=', name), eb('emailFreedAt', 'is', null)])])).executeTakeFirst();
}

/**
 * Opens the session when password and status are still what was found, and notes it. The person is held until then: who
 * suspends them or sets a new password meanwhile waits, and ends this session too.
 */
async function openAsFound(tx: Tx, { id, passwordHash }: Found, remember: boolean, facts: RequestFacts): Promise<{ id: string; refreshToken: string }> {
  const person = await tx.updateTable('users').set({ lastLoginAt: new Date().toISOString() }).where('id', '=', id).returning(['id', 'fullName', 'status']).executeTakeFirst();
  const kept = await tx.selectFrom('userCredentials').select('passwordHash').where('userId', '=', id).executeTakeFirst();
  if (!person || kept?.passwordHash !== passwordHash) throw new Refusal('wrong-credentials', 401);
  if (person.status !== 'active') throw new Refusal(person.status === 'invited' ? 'account-invited' : 'account-not-active', 403);
  const session = await openSession(tx, id, remember, facts);
  await logActivity(personActor(facts, person, session.id), { event: 'session.opened', subject: 'Auth', entity: 'session', entityId: session.id }, tx);
  return session;
}

async function refuse(limit: Limit, limited: string, name: string, facts: RequestFacts): Promise<never> {
  await logActivity(publicActor(facts), { event: 'session.refused', subject: 'Auth', outcome: 'refused', reasonCode: 'wrong-credentials', params: { name } });
  await consume(limit, limited);
  throw new Refusal('wrong-credentials', 401);
}
