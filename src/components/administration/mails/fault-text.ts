import type { Translate } from '#lib/values/languages.ts';
import { OVERTAKEN, REFUSED } from '#lib/process/database/outbox-delivery.server.ts';

/** Why a mail could not be sent: one of our texts, or the other side's own words. */
export function faultText(t: Translate, { lastError }: { lastError: string | null }): string {
  if (lastError === OVERTAKEN) return t('mail.mail.overtaken');
  return lastError?.startsWith(REFUSED)
    ? t('mail.mail.refused', { reason: lastError.slice(REFUSED.length) })
    : (lastError ?? '');
}
