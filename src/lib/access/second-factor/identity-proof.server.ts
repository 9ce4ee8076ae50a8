import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField, notAuthorized } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { askForPasskey } from './passkeys.server.ts';
import { matchesPassword } from '#lib/access/account/passwords.server.ts';
import { proofSchema, type Proof } from './proof.ts';
import type { Factor } from '#lib/access/session/factor.ts';
import { useSecondFactor } from './second-factor.server.ts';
import { countersOfProof, guarded } from '#lib/access/session/sign-in-limits.server.ts';
import { recordProof } from '#lib/access/session/step-up.server.ts';
import { wrongProof } from './wrong-proof.ts';

/**
 * Verifies once more who somebody is: by the second factor where there is one (others may have learnt the password),
 * else by the password. 422 `wrong-proof` at the entry; 429 `account-locked` after too many attempts, counted apart
 * from those at the door: no stranger holds up somebody who is at work.
 */
export async function proveIdentity(actor: Actor, input: unknown): Promise<void> {
  if (!isSignedIn(actor) || !actor.sessionId) throw notAuthorized();
  const proof = parse(proofSchema, input);
  const prove = (): Promise<void> =>
    transaction(async (tx) => {
      const factor = actor.hasSecondFactor
        ? await useSecondFactor(tx, actor.id, proof, { sessionId: actor.sessionId })
        : await checkPassword(actor, proof);
      await recordProof(tx, actor.sessionId!);
      await logActivity(
        actor,
        { event: 'session.proved', subject: 'Auth', entity: 'session', entityId: actor.sessionId!, params: { factor } },
        tx,
      );
    });
  await guarded(await countersOfProof(actor.id), prove, ({ errors }) =>
    logActivity(actor, {
      event: 'session.proof-refused',
      subject: 'Auth',
      entity: 'session',
      entityId: actor.sessionId!,
      outcome: 'refused',
      reasonCode: errors[0]?.code ?? 'wrong-proof',
    }),
  );
}

/** Checks one's own password: `wrong-proof` at `path`. */
export async function checkPassword(
  actor: Actor,
  { password }: Pick<Proof, 'password'>,
  path = 'password',
): Promise<Factor> {
  if (!password) throw invalidField(path, 'required');
  const known = await db
    .selectFrom('userCredentials')
    .select('passwordHash')
    .where('userId', '=', actor.id)
    .executeTakeFirst();
  if (!(await matchesPassword(known?.passwordHash, password))) throw wrongProof(path, 'wrong-password');
  return 'password';
}

/** The request to the browser for a passkey as proof in this session. */
export async function requestPasskeyProof(actor: Actor) {
  if (!isSignedIn(actor) || !actor.sessionId) throw notAuthorized();
  return askForPasskey(db, { purpose: 'proof', userId: actor.id, sessionId: actor.sessionId });
}
