import { config } from '#lib/process/config/config.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Letter } from '#lib/process/mail/letter.ts';
import { greetingTo, type MailReader } from '#lib/process/mail/person-mail.server.ts';
import { PREFERENCES_PATH } from './paths.ts';
import { wordsOf, type Happened } from './words.server.ts';

/** What the button of a mail can do besides opening the record; words under `notifications.mail.acts.<name>`. */
export type MailAct = 'decide';

/** A notification as a mail: what happened, the way to the record, and where each chooses how to be told. */
export function letterFor(
  told: Happened & { link: string },
  { fullName, language }: Pick<MailReader, 'fullName' | 'language'>,
  act?: { name: MailAct; path: string },
): Letter {
  const t = translatorFor(language);
  const { title, text, quote, record } = wordsOf(told, language);
  const open = {
    label: record ? t('notifications.mail.openRecord', { record }) : t('mail.open'),
    href: config.publicOrigin + told.link,
  };
  const foot = footOf(language);
  return {
    language,
    product: config.productName,
    subject: title,
    greeting: greetingTo(fullName, language),
    before: text,
    quote,
    ...(act
      ? {
          act: { label: t(`notifications.mail.acts.${act.name}.label`), href: config.publicOrigin + act.path },
          after: t(`notifications.mail.acts.${act.name}.hint`),
        }
      : { act: open }),
    ...foot,
    ways: [...(act ? [open] : []), ...(foot.ways ?? [])],
  };
}

/** The foot of such mails. */
export function footOf(language: MailReader['language']): Pick<Letter, 'because' | 'ways'> {
  const t = translatorFor(language);
  return {
    because: t('notifications.mail.because', { product: config.productName }),
    ways: [{ label: t('notifications.mail.preferences'), href: config.publicOrigin + PREFERENCES_PATH }],
  };
}
