import { sql } from 'kysely';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { networkOf } from '#lib/values/network.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { publicActor } from '#lib/values/actor.ts';
import { makeChallenge, personOfChallenge, takeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import { challengeIn, passkeyHost, passkeyRequest, usePasskey } from '#lib/access/second-factor/passkeys.server.ts';
import { assertion, proofSchema } from '#lib/access/second-factor/proof.ts';
import { useSecondFactor } from '#lib/access/second-factor/second-factor.server.ts';
import { secondStepOf } from './second-step.server.ts';
import type { SignedIn } from '#lib/access/session/session.server.ts';
import type { KnownDevice } from '#lib/access/session/known-device.server.ts';
import { countersOfSecondStep, guarded } from '#lib/access/session/sign-in-limits.server.ts';
import { completeSignIn, lockPerson, openSessionFor } from './sign-in.server.ts';

/** Passkey challenges for one address: every visit of the sign-in page requests one. */
const ASKING_LIMIT: Limit = { name: 'passkey-question', points: 300, seconds: 900 };

const stepSchema = proofSchema.extend({ challenge: z.string().min(1, 'required').max(200, 'too-long') });

/**
 * The second step: a code of the app, a recovery code, or a passkey, for the challenge of the first step. 401
 * `sign-in-expired` when there is no such challenge (any more); 401 `second-factor-wrong` with the step to try again, 429
 * `account-locked` after too many, which only somebody learns who knew the password.
 */
export async function signInWithSecondFactor(
  input: unknown,
  facts: RequestFacts,
  device: KnownDevice | null = null,
): Promise<SignedIn> {
  const { challenge, ...proof } = parse(stepSchema, input);
  const userId = await personOfChallenge(db, challenge);
  if (!userId) throw new Refusal('sign-in-expired', 401);
  const attempt = () =>
    transaction(async (tx) => {
      const person = await lockPerson(tx, userId);
      const taken = await takeChallenge(tx, { purpose: 'second-step' }, challenge);
      if (!taken) throw new Refusal('sign-in-expired', 401);
      const factor = await useSecondFactor(tx, userId, proof, { challenge });
      return openSessionFor(tx, person, { remember: taken.remember, factor }, facts);
    });
  const counters = await countersOfSecondStep(userId, device);
  const opened = await guarded(counters, attempt, (refusal) => logRefused(userId, refusal, facts)).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 422) throw error;
      throw new Refusal('second-factor-wrong', 401, {
        errors: error.errors,
        more: { ...(await secondStepOf(userId, challenge)) },
      });
    },
  );
  return completeSignIn(opened, facts, device);
}

/**
 * The request to the browser on the sign-in page: any of our passkeys. 409 `no-passkeys-here` where the host allows
 * none.
 */
export async function askToSignIn(facts: RequestFacts) {
  if (!passkeyHost()) throw new Refusal('no-passkeys-here', 409);
  await consumePoint(ASKING_LIMIT, networkOf(facts.ip));
  return passkeyRequest(await makeChallenge(db, { purpose: 'passkey-sign-in' }));
}

const passkeySchema = z.object({ assertion, rememberMe: ticked });

/**
 * Signs in by a passkey alone, which names its owner and has verified the user. Its signature cannot be guessed, so it
 * works for a name that is locked by wrong passwords. 401 `passkey-refused`, or `sign-in-expired` for an expired
 * challenge.
 */
export async function signInWithPasskey(
  input: unknown,
  facts: RequestFacts,
  device: KnownDevice | null = null,
): Promise<SignedIn> {
  const { assertion: answer, rememberMe: remember } = parse(passkeySchema, input);
  const owner = await db
    .selectFrom('passkeys')
    .select('userId')
    .where('credentialId', '=', answer.id)
    .executeTakeFirst();
  if (!owner) throw new Refusal('passkey-refused', 401);
  const challenge = challengeIn(answer);
  // Used up whatever the result: a challenge works once.
  const isOurs = await transaction((tx) => takeChallenge(tx, { purpose: 'passkey-sign-in' }, challenge));
  if (!isOurs) throw new Refusal('sign-in-expired', 401);
  const enter = () =>
    transaction(async (tx) => {
      const person = await lockPerson(tx, owner.userId);
      await usePasskey(tx, answer, challenge, person.id);
      return openSessionFor(tx, person, { remember, factor: 'passkey' }, facts);
    });
  const opened = await enter().catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    await logRefused(owner.userId, error, facts);
    throw new Refusal('passkey-refused', 401);
  });
  return completeSignIn(opened, facts, device);
}

async function logRefused(userId: string, { errors }: Refusal, facts: RequestFacts): Promise<void> {
  const { rows } = await sql<{
    fullName: string;
    username: string;
  }>`select full_name, username from users where id = ${userId}`.execute(db);
  await logActivity(publicActor(facts), {
    event: 'session.second-factor-refused',
    subject: 'Auth',
    entity: 'user',
    entityId: userId,
    entityNumber: rows[0]?.username ?? null,
    outcome: 'refused',
    reasonCode: errors[0]?.code ?? 'wrong-proof',
    params: { name: rows[0]?.username },
  });
}
