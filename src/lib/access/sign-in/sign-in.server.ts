import { sql } from 'kysely';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { HAS_SECOND_FACTOR, actorOfSession } from '#lib/access/session/actor.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { personActor, publicActor } from '#lib/values/actor.ts';
import { passwordFits } from '#lib/access/account/passwords.server.ts';
import type { Factor } from '#lib/access/session/factor.ts';
import { askForSecondStep } from './second-step.server.ts';
import { answerOf, openSession, type SignedIn } from '#lib/access/session/session.server.ts';
import { guarded, unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';

export const signInSchema = z.object({
  username: z.string().trim().min(1, 'required').max(254, 'too-long'),
  password: z.string().min(1, 'required').max(1000, 'too-long'),
  rememberMe: ticked,
});

/**
 * Signs a person in by user name or e-mail. 401 `wrong-credentials` for any wrong pair, 429 `account-locked` after too
 * many failures, 403 `account-not-active` only when the password was right, 401 `second-factor-needed` with the challenge of
 * the second step for whoever has one.
 */
export async function signIn(input: unknown, facts: RequestFacts): Promise<SignedIn> {
  const { username, password, rememberMe: remember } = parse(signInSchema, input);
  const name = username.toLowerCase();
  const noteRefused = () =>
    logActivity(publicActor(facts), {
      event: 'session.refused',
      subject: 'Auth',
      outcome: 'refused',
      reasonCode: 'wrong-credentials',
      params: { name },
    });
  const { id, passwordHash } = await guarded(
    (await personNamed(name))?.id ?? name,
    facts,
    async () => {
      const found = await personNamed(name);
      if (!(await passwordFits(found?.passwordHash, password))) throw new Refusal('wrong-credentials', 401);
      return found!;
    },
    noteRefused,
  );
  const opened = await transaction(async (tx) => {
    const person = await hold(tx, id);
    if (person.passwordHash !== passwordHash) throw new Refusal('wrong-credentials', 401);
    return person.hasSecondFactor ? null : openFor(tx, person, { remember, factor: 'password' }, facts);
  });
  return opened ? comeIn(opened, facts) : askForSecondStep(id, remember);
}

/** Somebody at the door, held until the session is open or refused. */
export interface Held {
  id: string;
  fullName: string;
  passwordHash: string | null;
  hasSecondFactor: boolean;
}

/**
 * Holds a person until the transaction ends: who suspends them, sets a new password or changes the second factor
 * meanwhile waits, and ends this session too. 403 for whoever may not come in, though it was proved who they are.
 */
export async function hold(tx: Tx, id: string): Promise<Held> {
  const person = await tx
    .selectFrom('users')
    .select(['id', 'fullName', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (person?.status !== 'active')
    throw new Refusal(person?.status === 'invited' ? 'account-invited' : 'account-not-active', 403);
  // Read once the person is held: what was changed until then is seen.
  const { rows } = await sql<Pick<Held, 'passwordHash' | 'hasSecondFactor'>>`
    select c.password_hash, ${HAS_SECOND_FACTOR} as has_second_factor from users u left join user_credentials c on c.user_id = u.id where u.id = ${id}`.execute(
    tx,
  );
  return { ...person, ...rows[0]! };
}

interface Opened {
  id: string;
  refreshToken: string;
  remember: boolean;
  userId: string;
}

/** Opens the session of somebody who has proved all that is asked, and notes it. */
export async function openFor(
  tx: Tx,
  person: Held,
  { remember, factor }: { remember: boolean; factor: Factor },
  facts: RequestFacts,
): Promise<Opened> {
  await tx.updateTable('users').set({ lastLoginAt: new Date().toISOString() }).where('id', '=', person.id).execute();
  const session = await openSession(tx, person.id, remember, facts, factor);
  await logActivity(
    personActor(facts, person, session.id),
    { event: 'session.opened', subject: 'Auth', entity: 'session', entityId: session.id, params: { factor } },
    tx,
  );
  return { ...session, remember, userId: person.id };
}

/** What the browser is given for a session that was opened; failed tries before it are forgotten. */
export async function comeIn({ userId, ...session }: Opened, facts: RequestFacts): Promise<SignedIn> {
  await unlockSignIn(userId);
  const actor = await actorOfSession(sql<string>`${session.id}`, facts, false);
  if (!actor) throw new Refusal('account-not-active', 403);
  return answerOf(session, actor);
}

/** Whoever has the user name, or the e-mail address and still keeps it. */
function personNamed(name: string): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('userCredentials as c', 'c.userId', 'users.id')
    .select(['users.id', 'c.passwordHash'])
    .where((eb) => eb.or([eb('username', '=', name), eb.and([eb('email', '=', name), eb('emailFreedAt', 'is', null)])]))
    .executeTakeFirst();
}
