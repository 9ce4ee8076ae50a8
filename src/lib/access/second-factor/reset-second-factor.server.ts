import { sql } from 'kysely';
import { validate } from 'uuid';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requireCredentialChange } from '#lib/access/account/administrators.server.ts';
import { deleteChallengesOf } from '#lib/access/tokens/identity-challenges.server.ts';
import { reach } from '#lib/access/scope.server.ts';
import { hasFactor, secondFactorsOf } from './second-factor.server.ts';
import { endSessionsOf } from '#lib/access/session/sign-out.server.ts';
import { unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';

/**
 * Removes the second factor of somebody who has lost it (right User reset-second-factor): the person can sign in with
 * the password alone again, every session ends, and a mail notifies them. The system does the same for an operator. Not
 * for one's own (409 `not-yourself`, see the account settings); that of an administrator only by administrators; 409
 * `no-second-factor` when there is none.
 */
export async function resetSecondFactorOf(actor: Actor, userId: string): Promise<void> {
  const scopes = actor.ability.scopes('User', ['reset-second-factor']);
  const isProduct = actor.type === 'system';
  if (!isProduct && scopes.size === 0) throw notAuthorized();
  if (userId === actor.id) throw new Refusal('not-yourself', 409);
  await transaction(async (tx) => {
    const person =
      validate(userId) &&
      (await tx
        .selectFrom('users')
        .select(['id', 'username', 'fullName', 'email', 'language'])
        .where('id', '=', userId)
        .where(isProduct ? sql<boolean>`true` : reach(actor, scopes, {}, 'users'))
        .forUpdate()
        .executeTakeFirst());
    if (!person) throw notFound();
    await requireCredentialChange(tx, actor, userId);
    if (!hasFactor(await secondFactorsOf(userId, tx))) throw new Refusal('no-second-factor', 409);
    await tx.deleteFrom('authenticators').where('userId', '=', userId).execute();
    await tx.deleteFrom('passkeys').where('userId', '=', userId).execute();
    await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await deleteChallengesOf(tx, userId);
    await endSessionsOf(tx, userId, 'ended-by-administrator');
    await mailPerson(tx, person, 'second-factor-reset', { by: isProduct ? config.productName : actor.fullName });
    await logActivity(
      actor,
      {
        event: 'second-factor.reset',
        subject: 'User',
        entity: 'user',
        entityId: userId,
        entityNumber: person.username,
      },
      tx,
    );
  });
  await unlockSignIn(userId);
}
