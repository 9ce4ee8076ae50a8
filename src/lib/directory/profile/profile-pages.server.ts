import type { AstroGlobal } from 'astro';
import { endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { changeOwnPassword } from '#lib/access/account/change-password.server.ts';
import { requestEmailChange, cancelEmailChange } from '#lib/access/account/email-change.server.ts';
import { postedForm, type PostedForm } from '#lib/access/session/posted-form.server.ts';
import { endOwnOtherSessions, endOwnSession } from '#lib/access/session/own-sessions.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { choosePreferences, preferencesIn } from '#lib/notifications/preferences.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import { removeOwnImage, useSignatureOnPrints } from './my-images.server.ts';
import { OWN_FIELDS, myProfile, updateMyProfile } from './my-profile.server.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { secondFactorActs } from './second-factor-acts.server.ts';
import { user } from '#lib/directory/user/user.ts';

/** The form of one's own profile. */
export async function profileForm(astro: AstroGlobal, redirect: string): Promise<Form> {
  const initial = await myProfile(astro.locals.actor);
  return formPost(astro, user, (actor, input, seen) => updateMyProfile(actor, seen, input), {
    initial,
    redirect,
    fields: OWN_FIELDS,
    said: () => astro.locals.t('directory.profile.saved'),
  });
}

/** The acts on one's own picture, signature, second factor and sessions. */
export function profileActs(astro: AstroGlobal): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  return postedActs(astro, {
    ...secondFactorActs(astro),
    removeImage: () => removeOwnImage(actor, 'image').then(() => t('directory.profile.saved')),
    removeSignature: () => removeOwnImage(actor, 'signature').then(() => t('directory.profile.saved')),
    signatureOnPrints: (input) =>
      useSignatureOnPrints(actor, { signatureOnPrints: input.signatureOnPrints ?? false }).then(() =>
        t('directory.profile.saved'),
      ),
    endDelegation: (input) =>
      endDelegation(actor, String(input.delegation)).then(() => t('approvals.approvalDelegation.ended')),
    cancelEmail: () => cancelEmailChange(actor).then(() => t('directory.profile.email.cancelled')),
    notifications: (input) =>
      choosePreferences(actor, preferencesIn(input)).then(() => t('notifications.preferences.saved')),
    endSession: (input) =>
      endOwnSession(actor, String(input.session)).then(() => t('directory.account.sessions.ended')),
    endSessions: async () => t('directory.user.sessionsEnded', { count: await endOwnOtherSessions(actor) }),
  });
}

/** The form for changing one's e-mail address. */
export function emailForm(astro: AstroGlobal, redirect: string): Promise<PostedForm> {
  return postedForm(astro, 'changeEmail', async (fields) => {
    const { email } = await requestEmailChange(astro.locals.actor, fields);
    setFlash(astro.cookies, { kind: 'success', text: astro.locals.t('directory.profile.email.sent', { email }) });
    return astro.redirect(redirect, 303);
  });
}

/** The form for changing one's password. */
export function passwordForm(astro: AstroGlobal, redirect: string): Promise<PostedForm> {
  return postedForm(astro, 'changePassword', async (fields) => {
    await changeOwnPassword(astro.locals.actor, fields);
    setFlash(astro.cookies, { kind: 'success', text: astro.locals.t('directory.profile.password.done') });
    return astro.redirect(redirect, 303);
  });
}
