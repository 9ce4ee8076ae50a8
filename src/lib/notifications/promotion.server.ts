import type { Actor } from '#lib/values/actor.ts';
import { config } from '#lib/process/config/config.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { consentsToPromotion, unsubscribeUrl } from '#lib/access/account/mail-consent.server.ts';
import type { LetterLink } from '#lib/process/mail/letter.ts';
import { queueMail, type Mail } from '#lib/process/mail/outbox.server.ts';
import { greetingTo } from '#lib/process/mail/person-mail.server.ts';

/** Whom news go to; `id` is the record that the address belongs to. */
export interface NewsReader {
  id: string;
  address: string;
  fullName: string;
  language: Language;
}

/** News in the reader's language. */
export interface Promotion {
  headline: string;
  /** Paragraphs, an empty line between them. */
  text: string;
  act?: LetterLink;
}

/**
 * Queues news for somebody who has agreed to them, once under `once`; false for whoever has not, or has had it. There is
 * no other way for news to go out.
 */
export async function queuePromotion(
  tx: Tx,
  actor: Actor,
  reader: NewsReader,
  promotion: Promotion,
  once: string,
): Promise<boolean> {
  if (!(await consentsToPromotion(reader.address, tx))) return false;
  return (await queueMail(tx, { ...(await promotionalMail(tx, actor, reader, promotion)), once })) !== null;
}

/** The mail itself, with the way to end such mails: a link for its reader, a header for the mail program. */
export async function promotionalMail(
  tx: Tx,
  actor: Actor,
  { id, address, fullName, language }: NewsReader,
  { headline, text, act }: Promotion,
): Promise<Mail> {
  const t = translatorFor(language);
  const url = await unsubscribeUrl(tx, actor, id, address, language);
  return {
    to: address,
    kind: 'promotional',
    unsubscribeUrl: url,
    letter: {
      language,
      product: config.productName,
      subject: headline,
      greeting: greetingTo(fullName, language),
      before: text,
      act,
      because: t('mail.promotional.because', { product: config.productName }),
      ways: [{ label: t('mail.promotional.unsubscribe'), href: url }],
    },
  };
}
