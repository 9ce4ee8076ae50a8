import { sql } from 'kysely';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { HAS_SECOND_FACTOR, actorOfSession } from '#lib/access/session/actor.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { personActor, publicActor } from '#lib/values/actor.ts';
import { personNamed } from '#lib/access/session/names.server.ts';
import { matchesPassword } from '#lib/access/account/passwords.server.ts';
import type { Factor } from '#lib/access/session/factor.ts';
import { askForSecondStep } from './second-step.server.ts';
import { sessionAnswerOf, openSession, type SignedIn } from '#lib/access/session/session.server.ts';
import type { KnownDevice } from '#lib/access/session/known-device.server.ts';
import { countersAtDoor, forgetAttempts, guarded } from '#lib/access/session/sign-in-limits.server.ts';

const signInSchema = z.object({
  username: z.string().trim().min(1, 'required').max(254, 'too-long'),
  password: z.string().min(1, 'required').max(1000, 'too-long'),
  rememberMe: ticked,
});

/**
 * Signs a person in by user name or e-mail. 401 `wrong-credentials` for any wrong pair, and in the same words and time
 * for any pair after too many failures, so that neither accounts nor locks can be told apart; 429 `too-many-requests`
 * for a network with too many, 403 `account-not-active` only when the password was correct, 401 `second-factor-needed`
 * with the challenge of the second step for people who have one.
 */
export async function signIn(
  input: unknown,
  facts: RequestFacts,
  device: KnownDevice | null = null,
): Promise<SignedIn> {
  const { username, password, rememberMe: remember } = parse(signInSchema, input);
  const name = username.toLowerCase();
  const logRefused = () =>
    logActivity(publicActor(facts), {
      event: 'session.refused',
      subject: 'Auth',
      outcome: 'refused',
      reasonCode: 'wrong-credentials',
      params: { name },
    });
  let isChecked = false;
  const check = async () => {
    isChecked = true;
    const found = await personNamed(name);
    if (!(await matchesPassword(found?.passwordHash, password))) throw new Refusal('wrong-credentials', 401);
    return found!;
  };
  const counters = await countersAtDoor(name, (await personNamed(name))?.id, facts, device);
  const { id, passwordHash } = await guarded(counters, check, logRefused).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'account-locked') throw error;
    if (!isChecked) await matchesPassword(null, password);
    throw new Refusal('wrong-credentials', 401);
  });
  const opened = await transaction(async (tx) => {
    const person = await lockPerson(tx, id);
    if (person.passwordHash !== passwordHash) throw new Refusal('wrong-credentials', 401);
    return person.hasSecondFactor ? null : openSessionFor(tx, person, { remember, factor: 'password' }, facts);
  });
  return opened ? completeSignIn(opened, facts, device) : askForSecondStep(id, remember);
}

/** A person whose row is locked until the session is open or refused. */
export interface LockedPerson {
  id: string;
  fullName: string;
  passwordHash: string | null;
  hasSecondFactor: boolean;
}

/**
 * Locks a person's row until the transaction ends: suspending them, setting a new password or changing the second
 * factor meanwhile waits, and ends this session too. 403 for a person who may not sign in, although their identity was
 * proved.
 */
export async function lockPerson(tx: Tx, id: string): Promise<LockedPerson> {
  const person = await tx
    .selectFrom('users')
    .select(['id', 'fullName', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (person?.status !== 'active')
    throw new Refusal(person?.status === 'invited' ? 'account-invited' : 'account-not-active', 403);
  // Read once the row is locked, so that all earlier changes are visible.
  const { rows } = await sql<Pick<LockedPerson, 'passwordHash' | 'hasSecondFactor'>>`
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

/** Opens the session of a person who has proved everything required, and logs it. */
export async function openSessionFor(
  tx: Tx,
  person: LockedPerson,
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

/** The response for a session that was opened; earlier failed attempts from here are reset. */
export async function completeSignIn(
  { userId, ...session }: Opened,
  facts: RequestFacts,
  device: KnownDevice | null,
): Promise<SignedIn> {
  await forgetAttempts(userId, facts, device);
  const actor = await actorOfSession(session.id, facts, false);
  if (!actor) throw new Refusal('account-not-active', 403);
  return sessionAnswerOf(session, actor);
}
