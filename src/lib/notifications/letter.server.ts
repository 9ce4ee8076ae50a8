import { config } from '#lib/process/config/config.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Letter } from '#lib/process/mail/letter.ts';
import { greetingTo, type MailReader } from '#lib/process/mail/person-mail.server.ts';
import { PREFERENCES_PATH } from './paths.ts';
import { notificationText, type StoredEvent } from './notification-text.server.ts';

/** Acts of a mail's button other than opening the record; texts under `notifications.mail.acts.<name>`. */
export type MailAct = 'decide' | 'decide-signed-in';

/** A notification as a mail: what happened, a link to the record, and where to change the preferences. */
export function letterFor(
  event: StoredEvent & { link: string },
  { fullName, language }: Pick<MailReader, 'fullName' | 'language'>,
  act?: { name: MailAct; path: string },
): Letter {
  const t = translatorFor(language);
  const { title, text, quote, record } = notificationText(event, language);
  const open = {
    label: record ? t('notifications.mail.openRecord', { record }) : t('mail.open'),
    href: config.publicOrigin + event.link,
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

/** The footer of such mails. */
export function footOf(language: MailReader['language']): Pick<Letter, 'because' | 'ways'> {
  const t = translatorFor(language);
  return {
    because: t('notifications.mail.because', { product: config.productName }),
    ways: [{ label: t('notifications.mail.preferences'), href: config.publicOrigin + PREFERENCES_PATH }],
  };
}
