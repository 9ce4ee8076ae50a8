/** Where a user request stands and who must act, in the words of its decision card. Browser-safe. */
import type { Chain } from '#lib/approvals/chain.server.ts';
import { roleOf } from '#lib/approvals/route.ts';
import { dateOf, formatDate, formatInstant } from '#lib/kernel/time.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { UserRequest } from './user-request.ts';

export interface Standing {
  tone: 'waits' | 'done' | 'refused' | 'still';
  heading: string;
  text: string;
}

const word = 'directory.userRequest.standing';

/** What the card at the head of a request says to this reader. */
export function standingOf({ status, endedReason, startDate, endDate, expiredAt, fulfilledAt }: UserRequest, chain: Chain | null, readerId: string, t: Translate): Standing {
  switch (status) {
    case 'draft': return { tone: 'still', heading: t(`${word}.draft`), text: t(`${word}.draftText`) };
    case 'pending-approval': return waiting(chain, readerId, t);
    case 'approved': return { tone: 'done', heading: t(`${word}.approved`, { date: formatDate(startDate) }), text: t(`${word}.approvedText`) };
    case 'fulfilled': return { tone: 'done', heading: t(`${word}.fulfilled`, { at: formatInstant(fulfilledAt) }), text: endText(endDate, expiredAt, t) };
    case 'cancelled': return { tone: 'refused', heading: t(`${word}.cancelled`), text: endedReason ? `“${endedReason}”` : '' };
    case 'returned': return chain?.status === 'returned' ? decided('waits', 'returned', chain, t) : { tone: 'waits', heading: t(`${word}.takenBack`), text: t(`${word}.takenBackText`) };
    case 'rejected': return decided('refused', 'rejected', chain, t);
  }
}

function waiting(chain: Chain | null, readerId: string, t: Translate): Standing {
  const step = chain?.steps.find(({ seq }) => seq === chain.currentSeq);
  const pending = step?.people.filter((person) => person.status === 'pending') ?? [];
  const mine = pending.find(({ userId }) => userId === readerId);
  const first = mine ?? pending[0];
  if (!step || !first) return { tone: 'waits', heading: t(`${word}.waits`), text: '' };
  const text = t(`${word}.waitsText`, { role: roleOf(step, first.note, t), since: formatInstant(first.openedAt), due: formatDate(dateOf(first.dueAt!)) });
  return { tone: 'waits', heading: mine ? t(`${word}.waitsForYou`) : t(`${word}.waitsFor`, { names: pending.map(({ fullName }) => fullName).join(', ') }), text };
}

function decided(tone: Standing['tone'], status: 'returned' | 'rejected', chain: Chain | null, t: Translate): Standing {
  const by = chain?.steps.flatMap(({ people }) => people).find((person) => person.status === status);
  if (!by) return { tone, heading: t(`directory.userRequest.statuses.${status}`), text: '' };
  return { tone, heading: t(`${word}.${status}`, { name: by.fullName }), text: `${formatInstant(by.decidedAt)}: “${by.comment ?? ''}”` };
}

function endText(endDate: string | null, expiredAt: string | null, t: Translate): string {
  if (expiredAt) return t(`${word}.expired`, { at: formatInstant(expiredAt) });
  return endDate ? t(`${word}.ends`, { date: formatDate(endDate) }) : '';
}
