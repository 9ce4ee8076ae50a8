import type { StatusSummary } from '#lib/documents/state/status-summary.ts';
import type { Translate } from '#lib/values/languages.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';
import type { UserRequest } from './user-request.ts';

const word = 'directory.userRequest.standing';

/** What the card at the head of a request says in a status of its own. */
export function requestSummary(
  { status, startDate, endDate, expiredAt, fulfilledAt }: UserRequest,
  t: Translate,
): StatusSummary | null {
  if (status === 'approved')
    return {
      tone: 'done',
      heading: t(`${word}.approved`, { date: formatDate(startDate) }),
      text: t(`${word}.approvedText`),
    };
  if (status === 'fulfilled')
    return {
      tone: 'done',
      heading: t(`${word}.fulfilled`, { at: formatInstant(fulfilledAt) }),
      text: endText(endDate, expiredAt, t),
    };
  return null;
}

function endText(endDate: string | null, expiredAt: string | null, t: Translate): string {
  if (expiredAt) return t(`${word}.expired`, { at: formatInstant(expiredAt) });
  return endDate ? t(`${word}.ends`, { date: formatDate(endDate) }) : '';
}
