/** Where a user request stands and who must act, in the words of its decision card. Browser-safe. */
import type { Chain } from '#lib/approvals/chain.server.ts';
import { decidedStanding, quoted, returnedStanding, waitingStanding, type Standing } from '#lib/approvals/standing.ts';
import { formatDate, formatInstant } from '#lib/kernel/time.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { UserRequest } from './user-request.ts';

const key = 'directory.userRequest';
const word = `${key}.standing`;

/** What the card at the head of a request says to this reader. */
export function standingOf(
  { status, endedReason, startDate, endDate, expiredAt, fulfilledAt }: UserRequest,
  chain: Chain | null,
  readerId: string,
  t: Translate,
): Standing {
  switch (status) {
    case 'draft':
      return { tone: 'still', heading: t(`${word}.draft`), text: t(`${word}.draftText`) };
    case 'pending-approval':
      return waitingStanding(chain, readerId, t);
    case 'approved':
      return {
        tone: 'done',
        heading: t(`${word}.approved`, { date: formatDate(startDate) }),
        text: t(`${word}.approvedText`),
      };
    case 'fulfilled':
      return {
        tone: 'done',
        heading: t(`${word}.fulfilled`, { at: formatInstant(fulfilledAt) }),
        text: endText(endDate, expiredAt, t),
      };
    case 'cancelled':
      return { tone: 'refused', heading: t(`${word}.cancelled`), text: endedReason ? quoted(endedReason) : '' };
    case 'returned':
      return returnedStanding(chain, { key, t });
    case 'rejected':
      return decidedStanding('refused', 'rejected', chain, { key, t });
  }
}

function endText(endDate: string | null, expiredAt: string | null, t: Translate): string {
  if (expiredAt) return t(`${word}.expired`, { at: formatInstant(expiredAt) });
  return endDate ? t(`${word}.ends`, { date: formatDate(endDate) }) : '';
}
