import { validate } from 'uuid';
import { sessionPath } from '#lib/access/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import { SET_PASSWORD, VERIFY_EMAIL } from '#lib/access/account/password-reset.server.ts';
import { createToken, revokeTokens } from '#lib/access/tokens/public-tokens.server.ts';
import { reach } from '#lib/access/scope.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { User } from './user.ts';

/** Sends the link with which an invited person sets the first password; earlier links stop working. */
export async function inviteUser(tx: Tx, actor: Actor, user: User): Promise<void> {
  await revokeTokens(tx, SET_PASSWORD, user.id);
  const hours = await businessSetting('directory.invitation-hours', tx);
  const { token } = await createToken(tx, actor, { purpose: SET_PASSWORD, subjectId: user.id, hours, maxUses: 1 });
  await mailPerson(tx, user, 'welcome', { username: user.username, hours }, { path: sessionPath.resetPassword(token) });
}

/** Withdraws invitations before the people are deleted: their links stop working, queued mails are not sent. */
export async function withdrawInvitations(tx: Tx, userIds: readonly string[]): Promise<void> {
  await revokeTokens(tx, SET_PASSWORD, ...userIds);
  await tx.deleteFrom('mailOutbox').where('toUserId', 'in', userIds).where('sentAt', 'is', null).execute();
  await tx.updateTable('mailOutbox').set({ toUserId: null }).where('toUserId', 'in', userIds).execute();
}

/** Sends the invitation again (right User update); 409 `state-changed` for somebody who has accepted it or has left. */
export async function resendInvitation(actor: Actor, userId: string): Promise<void> {
  const scopes = actor.ability.scopes('User', ['update']);
  if (scopes.size === 0) throw notAuthorized();
  await transaction(async (tx) => {
    const invited =
      validate(userId) &&
      (await tx
        .selectFrom('users')
        .selectAll()
        .where('id', '=', userId)
        .where(reach(actor, scopes, {}, 'users'))
        .forUpdate()
        .executeTakeFirst());
    if (!invited) throw notFound();
    if (invited.status !== 'invited') throw new Refusal('state-changed', 409);
    await inviteUser(tx, actor, invited);
    await logActivity(
      actor,
      {
        event: 'user.invited-again',
        subject: 'User',
        entity: 'user',
        entityId: userId,
        entityNumber: invited.username,
        params: { to: invited.email },
      },
      tx,
    );
  });
}

/**
 * Consequences of a changed e-mail address: links sent to the old one stop working, an invited person gets a new one,
 * and everybody else is notified at both addresses, so that no account changes hands unnoticed.
 */
export async function announceNewEmail(tx: Tx, actor: Actor, before: User, after: User): Promise<void> {
  await revokeTokens(tx, SET_PASSWORD, after.id);
  await revokeTokens(tx, VERIFY_EMAIL, after.id);
  if (after.status === 'invited') return inviteUser(tx, actor, after);
  for (const email of [before.email, after.email])
    await mailPerson(tx, { ...after, email }, 'email-changed', { email: after.email });
}
