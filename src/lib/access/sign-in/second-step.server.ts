import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { makeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import { passkeyHost, passkeyRequest, passkeysOf } from '#lib/access/second-factor/passkeys.server.ts';
import { methodsOf, secondFactorsOf, type Method } from '#lib/access/second-factor/second-factor.server.ts';

/** The data needed for the second step of signing in; part of the 401 that asks for it. */
export interface SecondStep {
  /** Identifies the completed first step; it is also what a passkey has to sign. Works once, for ten minutes. */
  challenge: string;
  methods: Method[];
  /** For the browser's passkey dialog; null where the person has none, or the host allows none. */
  passkey: Awaited<ReturnType<typeof passkeyRequest>> | null;
}

/**
 * The password was correct, and the person has a second factor: 401 `second-factor-needed`, with the data to provide
 * it.
 */
export async function askForSecondStep(userId: string, remember: boolean): Promise<never> {
  const challenge = await makeChallenge(db, { purpose: 'second-step', userId, remember });
  throw new Refusal('second-factor-needed', 401, { more: { ...(await secondStepOf(userId, challenge)) } });
}

/** The step for an existing challenge. */
export async function secondStepOf(userId: string, challenge: string): Promise<SecondStep> {
  const [factors, known] = await Promise.all([secondFactorsOf(userId), passkeysOf(db, userId)]);
  const isOffered = known.length > 0 && passkeyHost() !== null;
  return { challenge, methods: methodsOf(factors), passkey: isOffered ? await passkeyRequest(challenge, known) : null };
}
