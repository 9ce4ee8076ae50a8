import { z } from 'zod';
import { personId, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { config } from '#lib/process/config/config.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { languages, type Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { queueMail, type Mail } from '#lib/process/mail/outbox.server.ts';
import { letterOf } from '#lib/process/mail/person-mail.server.ts';
import { promotionalMail } from '#lib/notifications/promotion.server.ts';

/** The templates of the specification for which a test mail can be sent. */
export const TEMPLATES = ['welcome', 'reset-password', 'verify-email', 'deactivate-account', 'promotional'] as const;
type Template = (typeof TEMPLATES)[number];

const LIMIT: Limit = { name: 'test-mails', points: 20, seconds: 3600 };

const testSchema = z.object({
  template: z.enum(TEMPLATES, 'not-a-choice'),
  language: z.enum(languages, 'not-a-choice'),
});

/** Sends a mail of a template to the actor's own address and to no other; its button leads to the start page. */
export async function sendTestMail(actor: Actor, input: unknown): Promise<{ to: string }> {
  if (!actor.ability.can('MailOutbox', 'update') || !personId(actor)) throw notAuthorized();
  const { template, language } = parse(testSchema, input);
  await consumePoint(LIMIT, actor.id);
  await transaction(async (tx) => {
    const mail = await sample(tx, actor, template, language);
    const t = translatorFor(language);
    const id = await queueMail(tx, {
      ...mail,
      userId: actor.id,
      letter: {
        ...mail.letter,
        subject: t('mail.test.subject', { subject: mail.letter.subject }),
        because: [mail.letter.because, t('mail.test.because', { name: actor.fullName })].filter(Boolean).join(' '),
      },
    });
    await logActivity(
      actor,
      { event: 'mail.tested', subject: 'MailOutbox', entity: 'mail', entityId: id!, params: { to: actor.email } },
      tx,
    );
  });
  return { to: actor.email };
}

async function sample(tx: Tx, actor: Actor, template: Template, language: Language): Promise<Mail> {
  const { id, email, fullName, username } = actor;
  if (template === 'promotional') {
    const t = translatorFor(language);
    const sampleText = (part: string) => t(`mail.promotional.sample.${part}`, { product: config.productName });
    return promotionalMail(
      tx,
      actor,
      { id, address: email, fullName, language },
      {
        headline: sampleText('headline'),
        text: sampleText('text'),
        act: { label: sampleText('act'), href: config.publicOrigin },
      },
    );
  }
  const letter = letterOf(
    template,
    { fullName, language },
    { username, email, hours: 72, minutes: 60, on: today() },
    template === 'deactivate-account' ? {} : { path: '/' },
  );
  return { to: email, kind: template, letter };
}
