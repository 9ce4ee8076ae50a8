import type { Actor } from '#lib/access/actor.ts';
import { createToken, revokeTokens } from '#lib/access/public-tokens.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { config } from '#lib/platform/config.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import type { User } from './user.ts';

const INVITATION_HOURS = 72;

/** Sends the link with which an invited person sets the first password; links sent before stop working. */
export async function inviteUser(tx: Tx, actor: Actor, user: User): Promise<void> {
  await revokeTokens(tx, 'set-password', user.id);
  const token = await createToken(tx, actor, { purpose: 'set-password', subjectId: user.id, hours: INVITATION_HOURS, maxUses: 1 });
  const t = translatorFor(user.language);
  const values = { name: user.fullName, username: user.username, product: config.productName, hours: INVITATION_HOURS, link: `${config.publicOrigin}/reset-password/${token}` };
  await queueMail(tx, { to: user.email, userId: user.id, language: user.language, kind: 'invitation', subject: t('mail.invitation.subject', values), text: t('mail.invitation.text', values) });
}
