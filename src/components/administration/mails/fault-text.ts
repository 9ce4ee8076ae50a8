import type { Translate } from '#lib/values/languages.ts';

/** Why a mail could not be sent: one of our texts, or the other side's own words. */
export function faultText(t: Translate, { lastError }: { lastError: string | null }): string {
  return lastError === 'overtaken' ? t('mail.mail.overtaken') : (lastError ?? '');
}
