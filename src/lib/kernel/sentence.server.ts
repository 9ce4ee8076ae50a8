import type { Translate } from '#lib/platform/i18n/languages.ts';
import { isTranslated } from '#lib/platform/i18n/translator.server.ts';
import type { FieldError } from './refusal.ts';

/** What is wrong with one entry, in the reader's language. */
export function faultSentence(t: Translate, { code, params }: Pick<FieldError, 'code' | 'params'>): string {
  return t(isTranslated(`validation.${code}`, 'en') ? `validation.${code}` : `refusals.${code}`, params);
}
