import { allEntities, labels } from '#lib/records/entity.ts';
import type { Language } from '#lib/values/languages.ts';
import { isTranslated, translatorFor } from '#lib/process/i18n/translator.server.ts';
import { jobName } from '#lib/process/jobs/job-words.ts';
import { singleLineValues } from '#lib/process/mail/person-mail.server.ts';

/** An event as stored: independent of the language. */
export interface StoredEvent {
  event: string;
  entity: string | null;
  entityNumber: string | null;
  params: Record<string, unknown>;
}

/** Its text. `quote` is a text written by somebody, with its own line breaks. */
export interface EventText {
  title: string;
  text: string;
  quote: string | undefined;
  /** 'Purchase request PR-SWG-2026-00412'; '' when it is not about a record. */
  record: string;
}

/**
 * A notification in the reader's language. Its texts may use {{record}} and everything in `params`, each value on one
 * line; `params.quote` is separate.
 */
export function notificationText({ event, entity, entityNumber, params }: StoredEvent, language: Language): EventText {
  const t = translatorFor(language);
  const of = allEntities().find(({ name }) => name === entity);
  const record = [of && t(labels.one(of)), entityNumber].filter(Boolean).join(' ');
  const { quote, ...values } = params;
  const textValues = singleLineValues({
    ...values,
    record,
    ...(typeof values['job'] === 'string' && { job: jobName(t, values['job']) }),
  });
  const key = isTranslated(`notifications.${event}.title`, 'en') ? event : 'unknown';
  const text =
    params['amountCents'] === null && isTranslated(`notifications.${key}.textWithoutSum`, 'en')
      ? 'textWithoutSum'
      : 'text';
  return {
    title: t(`notifications.${key}.title`, textValues),
    text: t(`notifications.${key}.${text}`, textValues),
    quote: typeof quote === 'string' ? quote : undefined,
    record,
  };
}
