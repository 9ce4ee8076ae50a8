import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { MailKind } from '#lib/process/mail/mail-kinds.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { takeBegun } from './authenticator.server.ts';
import { checkPassword } from './identity-proof.server.ts';
import { currentPassword } from '#lib/access/account/password-entry.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';
import { hasFactor, secondFactorsOf, type SecondFactors } from './second-factor.server.ts';
import { guarded } from '#lib/access/session/sign-in-limits.server.ts';
import { noteProof, requireStepUp } from '#lib/access/session/step-up.server.ts';

/** Recovery codes that were just made, to be shown this once; null when the person has some already. */
export interface Secured {
  recoveryCodes: string[] | null;
}

const confirmSchema = z.object({ ...currentPassword, code: z.string().trim().min(1, 'required').max(20, 'too-long') });

/**
 * Sets up the authenticator app that was begun: asks the password and a code of it. The first second factor of a person
 * brings recovery codes. `wrong-proof` at `currentPassword` or `code`, 409 `set-up-expired`.
 */
export async function confirmAuthenticator(actor: Actor, input: unknown, facts: RequestFacts): Promise<Secured> {
  const { currentPassword: password, code } = parse(confirmSchema, input);
  if (actor.hasSecondFactor) requireStepUp(actor);
  const confirm = async (): Promise<Secured> => {
    await checkPassword(actor, { password }, 'currentPassword');
    return changeOwn(actor, { event: 'authenticator-added', mail: 'authenticator-added' }, async (tx, before) => {
      await takeBegun(tx, actor.id, code);
      await noteProof(tx, actor.sessionId!);
      return firstCodes(tx, actor.id, before);
    });
  };
  return guarded(actor.id, facts, confirm, ({ errors }) =>
    logActivity(actor, {
      event: 'session.proof-refused',
      subject: 'Auth',
      entity: 'user',
      entityId: actor.id,
      entityNumber: actor.username,
      outcome: 'refused',
      reasonCode: errors[0]?.code ?? 'wrong-proof',
    }),
  );
}

/** Takes the authenticator app away. 409 `second-factor-required` for the last factor while a role asks for one. */
export async function removeAuthenticator(actor: Actor): Promise<void> {
  requireStepUp(actor);
  await changeOwn(actor, { event: 'authenticator-removed', mail: 'authenticator-removed' }, async (tx, before) => {
    if (!before.authenticatorSince) throw new Refusal('no-second-factor', 409);
    await tx.deleteFrom('authenticators').where('userId', '=', actor.id).execute();
    await keepWhatIsRequired(tx, actor.id);
  });
}

/** Makes the recovery codes anew; those before are good no more. 409 `no-second-factor` for who has none that they could stand in for. */
export async function renewRecoveryCodes(actor: Actor): Promise<{ recoveryCodes: string[] }> {
  requireStepUp(actor);
  return changeOwn(actor, { event: 'codes-made', mail: 'recovery-codes-made' }, async (tx, before) => {
    if (!hasFactor(before)) throw new Refusal('no-second-factor', 409);
    return { recoveryCodes: await makeRecoveryCodes(tx, actor.id) };
  });
}

interface OwnChange {
  /** Its event is `second-factor.<event>`. */
  event: string;
  mail: MailKind | null;
  params?: Record<string, unknown>;
}

/** A change of one's own second factor: one at a time for each person, told by mail and logged. */
export async function changeOwn<T>(
  actor: Actor,
  { event, mail, params = {} }: OwnChange,
  change: (tx: Tx, before: SecondFactors) => Promise<T>,
): Promise<T> {
  if (!isSignedIn(actor) || !actor.sessionId) throw notAuthorized();
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'fullName', 'email', 'language'])
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const done = await change(tx, await secondFactorsOf(actor.id, tx));
    if (mail) await mailPerson(tx, person, mail, params);
    await logActivity(
      actor,
      {
        event: `second-factor.${event}`,
        subject: 'Auth',
        entity: 'user',
        entityId: actor.id,
        entityNumber: actor.username,
        params,
      },
      tx,
    );
    return done;
  });
}

/** The first second factor of a person brings recovery codes. */
export async function firstCodes(tx: Tx, userId: string, { recoveryCodesLeft }: SecondFactors): Promise<Secured> {
  return { recoveryCodes: recoveryCodesLeft === 0 ? await makeRecoveryCodes(tx, userId) : null };
}

/** After something was taken away: refuses when it was the last and a role asks for one; without any, the recovery codes go too. */
export async function keepWhatIsRequired(tx: Tx, userId: string): Promise<void> {
  const left = await secondFactorsOf(userId, tx);
  if (hasFactor(left)) return;
  if (left.requiredBy.length > 0)
    throw new Refusal('second-factor-required', 409, { params: { role: left.requiredBy[0] } });
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}
