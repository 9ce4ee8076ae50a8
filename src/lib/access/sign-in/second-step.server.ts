import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { makeChallenge } from '#lib/access/tokens/identity-challenges.server.ts';
import { passkeyHost, passkeyRequest, passkeysOf } from '#lib/access/second-factor/passkeys.server.ts';
import { methodsOf, secondFactorsOf, type Method } from '#lib/access/second-factor/second-factor.server.ts';

/** What the second step of signing in needs to know; goes along with the 401 that asks for it. */
export interface SecondStep {
  /** Names the first step that was passed; it is also what a passkey has to sign. Good once, for ten minutes. */
  challenge: string;
  methods: Method[];
  /** For the browser's own passkey question; null where the person has none, or the address allows none. */
  passkey: Awaited<ReturnType<typeof passkeyRequest>> | null;
}

/** The password was right, and the person has a second factor: 401 `second-factor-needed`, with the way to give it. */
export async function askForSecondStep(userId: string, remember: boolean): Promise<never> {
  const challenge = await makeChallenge(db, { purpose: 'second-step', userId, remember });
  throw new Refusal('second-factor-needed', 401, { more: { ...(await secondStepOf(userId, challenge)) } });
}

/** The step for a challenge that was made. */
export async function secondStepOf(userId: string, challenge: string): Promise<SecondStep> {
  const [factors, known] = await Promise.all([secondFactorsOf(userId), passkeysOf(db, userId)]);
  const isOffered = known.length > 0 && passkeyHost() !== null;
  return { challenge, methods: methodsOf(factors), passkey: isOffered ? await passkeyRequest(challenge, known) : null };
}
