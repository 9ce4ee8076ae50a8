import { camel } from '#lib/values/names.ts';
import { config } from '#lib/process/config/config.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { isTranslated, translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Letter } from './letter.ts';
import type { MailKind } from './mail-kinds.ts';
import { oneLine } from './one-line.ts';
import { queueMail } from './outbox.server.ts';

export interface MailReader {
  id: string;
  fullName: string;
  email: string;
  language: Language;
}

/** The variable parts of a mail. */
export interface LetterParts extends Pick<Letter, 'quote' | 'items' | 'because' | 'ways'> {
  /** The page its button opens: a path in the app. */
  path?: string;
}

/**
 * Queues a mail to a person in the language of their profile. Its texts are `mail.<kind>.subject`, `.before` and, where
 * they exist, `.act` and `.after`; they may use {{name}}, {{product}} and everything in `values`.
 */
export async function mailPerson(
  tx: Tx,
  person: MailReader,
  kind: MailKind,
  values: Record<string, unknown>,
  parts: LetterParts = {},
): Promise<void> {
  await queueMail(tx, { to: person.email, userId: person.id, kind, letter: letterOf(kind, person, values, parts) });
}

/** The content of a mail of this kind, in the reader's language. */
export function letterOf(
  kind: MailKind,
  { fullName, language }: Pick<MailReader, 'fullName' | 'language'>,
  values: Record<string, unknown>,
  { path, ...parts }: LetterParts = {},
): Letter {
  const words = `mail.${camel(kind)}`;
  const textValues = singleLineValues({ name: fullName, product: config.productName, ...values });
  const t = translatorFor(language);
  const sentence = (part: string) =>
    isTranslated(`${words}.${part}`, 'en') ? t(`${words}.${part}`, textValues) : undefined;
  return {
    language,
    product: config.productName,
    subject: t(`${words}.subject`, textValues),
    greeting: greetingTo(fullName, language),
    before: t(`${words}.before`, textValues),
    after: sentence('after'),
    ...parts,
    ...(path !== undefined && { act: { label: sentence('act') ?? t('mail.open'), href: config.publicOrigin + path } }),
  };
}

/** 'Dear Mei Lim,' */
export function greetingTo(fullName: string, language: Language): string {
  return translatorFor(language)('mail.greeting', { name: oneLine(fullName) });
}

/** Values made safe for a sentence, whatever names people have entered. */
export function singleLineValues(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]),
  );
}
