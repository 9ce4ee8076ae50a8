import { config } from '../config.server.ts';
import type { Tx } from '../database.server.ts';
import type { Language } from '../i18n/languages.ts';
import { translatorFor } from '../i18n/translator.server.ts';
import { queueMail } from './outbox.server.ts';

export interface MailReader {
  id: string;
  fullName: string;
  email: string;
  language: Language;
}

/**
 * Queues a mail to a person of ours in the language of the profile. Its words are `mail.<name>.subject` and `.text`;
 * they may say {{name}}, {{product}} and whatever `values` holds.
 */
export async function mailPerson(tx: Tx, person: MailReader, name: string, values: Record<string, unknown>): Promise<void> {
  const t = translatorFor(person.language);
  const said = { name: person.fullName, product: config.productName, ...values };
  await queueMail(tx, {
    to: person.email, userId: person.id, language: person.language, kind: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    subject: t(`mail.${name}.subject`, said), text: t(`mail.${name}.text`, said),
  });
}
