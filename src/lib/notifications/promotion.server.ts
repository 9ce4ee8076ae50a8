import type { Actor } from '#lib/values/actor.ts';
import { config } from '#lib/process/config/config.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { consentsToPromotion, unsubscribeUrl } from '#lib/access/account/mail-consent.server.ts';
import type { LetterLink } from '#lib/process/mail/letter.ts';
import { queueMail, type Mail } from '#lib/process/mail/outbox.server.ts';
import { greetingTo } from '#lib/process/mail/person-mail.server.ts';

/** The reader of a promotional mail; `id` is the record that the address belongs to. */
export interface PromotionReader {
  id: string;
  address: string;
  fullName: string;
  language: Language;
}

/** A promotional mail in the reader's language. */
export interface Promotion {
  headline: string;
  /** Paragraphs, separated by an empty line. */
  text: string;
  act?: LetterLink;
}

/**
 * Queues a promotional mail for somebody who has consented, once under `once`; false for others, and for those who have
 * had it. There is no other way to send one.
 */
export async function queuePromotion(
  tx: Tx,
  actor: Actor,
  reader: PromotionReader,
  promotion: Promotion,
  once: string,
): Promise<boolean> {
  if (!(await consentsToPromotion(reader.address, tx))) return false;
  return (await queueMail(tx, { ...(await promotionalMail(tx, actor, reader, promotion)), once })) !== null;
}

/** The mail itself, with two ways to unsubscribe: a link for its reader, a header for the mail program. */
export async function promotionalMail(
  tx: Tx,
  actor: Actor,
  { id, address, fullName, language }: PromotionReader,
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
