import { validate } from 'uuid';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { requireCredentialChange } from './administrators.server.ts';
import { currentPassword, newPassword } from './password-entry.ts';
import { matchesPassword, setPassword } from './passwords.server.ts';
import { revokeTokens } from '#lib/access/tokens/public-tokens.server.ts';
import { SET_PASSWORD, VERIFY_EMAIL } from './password-reset.server.ts';
import { reach } from '#lib/access/scope.server.ts';
import { endSessionsOf } from '#lib/access/session/sign-out.server.ts';
import { unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';

/** Attempts at one's own password: it must not be guessed at an unlocked desk. */
const OWN_LIMIT: Limit = { name: 'change-password', points: 10, seconds: 900 };

const ownSchema = z.object({ ...currentPassword, ...newPassword });

/**
 * Changes the actor's own password, which needs the old one, and the second factor where there is one; every other
 * session of the person ends. 422 `wrong-password`, `passwords-differ` or what `setPassword` refuses; 429 after ten
 * attempts.
 */
export async function changeOwnPassword(actor: Actor, input: unknown): Promise<void> {
  if (!isSignedIn(actor)) throw notAuthorized();
  if (actor.hasSecondFactor) requireStepUp(actor);
  const entered = parse(ownSchema, input);
  if (entered.password !== entered.passwordRepeat) throw invalidField('passwordRepeat', 'passwords-differ');
  await consumePoint(OWN_LIMIT, actor.id);
  const credentials = await db
    .selectFrom('userCredentials')
    .select('passwordHash')
    .where('userId', '=', actor.id)
    .executeTakeFirst();
  if (!(await matchesPassword(credentials?.passwordHash, entered.currentPassword)))
    throw invalidField('currentPassword', 'wrong-password');
  await transaction(async (tx) => {
    const person = await personOf(tx, actor.id).executeTakeFirstOrThrow();
    await setPassword(tx, person, entered.password);
    await endSessionsOf(tx, actor.id, 'password-changed', actor.sessionId);
    await revokeTokens(tx, SET_PASSWORD, actor.id);
    await revokeTokens(tx, VERIFY_EMAIL, actor.id);
    await mailPerson(tx, person, 'password-changed', {});
    await logActivity(
      actor,
      { event: 'password.changed', subject: 'Auth', entity: 'user', entityId: actor.id, entityNumber: actor.username },
      tx,
    );
  });
}

/**
 * Gives another person a one-time password (right User change-password): it must be changed at the next sign-in, and
 * every session of that person ends. Not for one's own password; an invited person has a link; the password of an
 * administrator can be set by administrators only.
 */
export async function changePasswordOf(actor: Actor, userId: string, oneTimePassword: string): Promise<void> {
  const scopes = actor.ability.scopes('User', ['change-password']);
  if (scopes.size === 0) throw notAuthorized();
  if (userId === actor.id) throw new Refusal('own-password', 409);
  await transaction(async (tx) => {
    const person =
      validate(userId) &&
      (await personOf(tx, userId)
        .where(reach(actor, scopes, {}, 'users'))
        .executeTakeFirst());
    if (!person) throw notFound();
    await requireCredentialChange(tx, actor, userId);
    if (person.status === 'invited') throw new Refusal('invitation-open', 409);
    if (person.status === 'deactivated') throw new Refusal('state-changed', 409);
    await setPassword(tx, person, oneTimePassword, { mustChange: true });
    await endSessionsOf(tx, userId, 'password-changed');
    await revokeTokens(tx, SET_PASSWORD, userId);
    await revokeTokens(tx, VERIFY_EMAIL, userId);
    await logActivity(
      actor,
      { event: 'password.given', subject: 'User', entity: 'user', entityId: userId, entityNumber: person.username },
      tx,
    );
  });
  await unlockSignIn(userId);
}

function personOf(tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'fullName', 'email', 'language', 'status'])
    .where('id', '=', id)
    .forUpdate();
}
