import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { MailKind } from '#lib/process/mail/mail-kinds.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { takePendingAuthenticator } from './authenticator.server.ts';
import { checkPassword } from './identity-proof.server.ts';
import { currentPassword } from '#lib/access/account/password-entry.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';
import { hasFactor, secondFactorsOf, type SecondFactors } from './second-factor.server.ts';
import { countersOfProof, guarded } from '#lib/access/session/sign-in-limits.server.ts';
import { recordProof, requireStepUp } from '#lib/access/session/step-up.server.ts';

/** Recovery codes just created, shown only once; null when the person has some already. */
export interface NewRecoveryCodes {
  recoveryCodes: string[] | null;
}

const confirmSchema = z.object({ ...currentPassword, code: z.string().trim().min(1, 'required').max(20, 'too-long') });

/**
 * Completes the set-up of an authenticator app: asks for the password and a code of the app. A person's first second
 * factor comes with recovery codes. `wrong-proof` at `currentPassword` or `code`, 409 `set-up-expired`.
 */
export async function confirmAuthenticator(actor: Actor, input: unknown): Promise<NewRecoveryCodes> {
  const { currentPassword: password, code } = parse(confirmSchema, input);
  if (actor.hasSecondFactor) requireStepUp(actor);
  const confirm = async (): Promise<NewRecoveryCodes> => {
    await checkPassword(actor, { password }, 'currentPassword');
    return changeOwnSecondFactor(
      actor,
      { event: 'authenticator-added', mail: 'authenticator-added' },
      async (tx, before) => {
        await takePendingAuthenticator(tx, actor.id, code);
        await recordProof(tx, actor.sessionId!);
        return firstRecoveryCodes(tx, actor.id, before);
      },
    );
  };
  return guarded(await countersOfProof(actor.id), confirm, ({ errors }) =>
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

/** Removes the authenticator app. 409 `second-factor-required` for the last factor while a role requires one. */
export async function removeAuthenticator(actor: Actor): Promise<void> {
  requireStepUp(actor);
  await changeOwnSecondFactor(
    actor,
    { event: 'authenticator-removed', mail: 'authenticator-removed' },
    async (tx, before) => {
      if (!before.authenticatorSince) throw new Refusal('no-second-factor', 409);
      await tx.deleteFrom('authenticators').where('userId', '=', actor.id).execute();
      await refuseMissingRequiredFactor(tx, actor.id);
    },
  );
}

/**
 * Creates new recovery codes; the previous ones become invalid. 409 `no-second-factor` for a person without a second
 * factor.
 */
export async function renewRecoveryCodes(actor: Actor): Promise<{ recoveryCodes: string[] }> {
  requireStepUp(actor);
  return changeOwnSecondFactor(actor, { event: 'codes-made', mail: 'recovery-codes-made' }, async (tx, before) => {
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

/** A change of one's own second factor: one at a time for each person, notified by mail and logged. */
export async function changeOwnSecondFactor<T>(
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

/** A person's first second factor comes with recovery codes. */
export async function firstRecoveryCodes(
  tx: Tx,
  userId: string,
  { recoveryCodesLeft }: SecondFactors,
): Promise<NewRecoveryCodes> {
  return { recoveryCodes: recoveryCodesLeft === 0 ? await makeRecoveryCodes(tx, userId) : null };
}

/**
 * After a removal: refuses when it was the last factor and a role requires one; with none left, removes the recovery
 * codes too.
 */
export async function refuseMissingRequiredFactor(tx: Tx, userId: string): Promise<void> {
  const left = await secondFactorsOf(userId, tx);
  if (hasFactor(left)) return;
  if (left.requiredBy.length > 0)
    throw new Refusal('second-factor-required', 409, { params: { role: left.requiredBy[0] } });
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}
