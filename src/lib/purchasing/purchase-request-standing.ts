/** Where a request stands and who must act, in the words of its decision card. Browser-safe. */
import type { Chain } from '#lib/approvals/chain.server.ts';
import { decidedStanding, quoted, returnedStanding, waitingStanding, type Standing } from '#lib/approvals/standing.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { PurchaseRequest } from './purchase-request.ts';

const key = 'purchasing.purchaseRequest';
const word = `${key}.standing`;

/** What the card at the head of a request says to this reader. */
export function standingOf(
  { status, endedReason }: Pick<PurchaseRequest, 'status' | 'endedReason'>,
  chain: Chain | null,
  readerId: string,
  t: Translate,
): Standing {
  switch (status) {
    case 'draft':
      return { tone: 'still', heading: t(`${word}.draft`), text: t(`${word}.draftText`) };
    case 'pending-approval':
      return waitingStanding(chain, readerId, t);
    case 'returned':
      return returnedStanding(chain, { key, t });
    case 'rejected':
      return decidedStanding('refused', 'rejected', chain, { key, t });
    case 'cancelled':
      return {
        tone: 'refused',
        heading: t(`${word}.cancelled`),
        text: endedReason ? quoted(endedReason) : t(`${word}.cancelledText`),
      };
    case 'pending-budget':
      return { tone: 'done', heading: t(`${word}.approved`), text: t(`${word}.approvedText`) };
    default:
      return { tone: 'still', heading: t(`${key}.statuses.${status}`), text: '' };
  }
}
