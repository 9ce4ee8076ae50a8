import { config } from '#lib/platform/config.server.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import type { Letter } from '#lib/platform/mail/letter.ts';
import { greetingTo, type MailReader } from '#lib/platform/mail/person-mail.server.ts';
import { PREFERENCES_PATH } from './paths.ts';
import { wordsOf, type Happened } from './words.server.ts';

/** A notification as a mail: what happened, the way to the record, and where each chooses how to be told. */
export function letterFor(told: Happened & { link: string }, { fullName, language }: Pick<MailReader, 'fullName' | 'language'>): Letter {
  const t = translatorFor(language);
  const { title, text, quote, record } = wordsOf(told, language);
  return {
    language, product: config.productName, subject: title, greeting: greetingTo(fullName, language), before: text, quote,
    act: { label: record ? t('notifications.mail.openRecord', { record }) : t('mail.open'), href: config.publicOrigin + told.link },
    ...footOf(language),
  };
}

/** The foot of such mails. */
export function footOf(language: MailReader['language']): Pick<Letter, 'because' | 'ways'> {
  const t = translatorFor(language);
  return { because: t('notifications.mail.because', { product: config.productName }), ways: [{ label: t('notifications.mail.preferences'), href: config.publicOrigin + PREFERENCES_PATH }] };
}
