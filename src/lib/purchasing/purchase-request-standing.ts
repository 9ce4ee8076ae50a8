/** Where a request stands and who must act, in the words of its decision card. Browser-safe. */
import type { Chain, ChainPerson } from '#lib/approvals/chain.server.ts';
import { roleOf } from '#lib/approvals/route.ts';
import { dateOf, formatDate, formatInstant } from '#lib/kernel/time.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { PurchaseRequest } from './purchase-request.ts';

export interface Standing {
  tone: 'waits' | 'done' | 'refused' | 'still';
  heading: string;
  text: string;
}

const word = 'purchasing.purchaseRequest.standing';

/** What the card at the head of a request says to this reader. */
export function standingOf(request: Pick<PurchaseRequest, 'status' | 'endedReason'>, chain: Chain | null, readerId: string, t: Translate): Standing {
  const { status, endedReason } = request;
  switch (status) {
    case 'draft': return { tone: 'still', heading: t(`${word}.draft`), text: t(`${word}.draftText`) };
    case 'pending-approval': return waiting(chain, readerId, t);
    case 'returned': return returned(chain, t);
    case 'rejected': return decided('refused', 'rejected', chain, t);
    case 'cancelled': return { tone: 'refused', heading: t(`${word}.cancelled`), text: endedReason ? quoted(endedReason) : t(`${word}.cancelledText`) };
    case 'pending-budget': return { tone: 'done', heading: t(`${word}.approved`), text: t(`${word}.approvedText`) };
    default: return { tone: 'still', heading: t(`purchasing.purchaseRequest.statuses.${status}`), text: '' };
  }
}

function waiting(chain: Chain | null, readerId: string, t: Translate): Standing {
  const step = chain?.steps.find(({ seq }) => seq === chain.currentSeq);
  const pending = step?.people.filter((person) => person.status === 'pending') ?? [];
  const mine = pending.find(({ userId }) => userId === readerId);
  const first = mine ?? pending[0];
  if (!step || !first) return { tone: 'waits', heading: t(`${word}.waits`), text: '' };
  const values = { role: roleOf(step, first.note, t), since: formatInstant(first.openedAt), due: formatDate(dateOf(first.dueAt!)) };
  if (mine) return { tone: 'waits', heading: t(`${word}.waitsForYou`), text: t(`${word}.waitsForYouText`, values) };
  return { tone: 'waits', heading: t(`${word}.waitsFor`, { names: names(pending, t) }), text: t(`${word}.waitsForText`, values) };
}

function returned(chain: Chain | null, t: Translate): Standing {
  if (chain?.status !== 'returned') return { tone: 'waits', heading: t(`${word}.takenBack`), text: t(`${word}.takenBackText`) };
  return decided('waits', 'returned', chain, t);
}

function decided(tone: Standing['tone'], status: 'returned' | 'rejected', chain: Chain | null, t: Translate): Standing {
  const by = chain?.steps.flatMap(({ people }) => people).find((person) => person.status === status);
  if (!by) return { tone, heading: t(`purchasing.purchaseRequest.statuses.${status}`), text: '' };
  return { tone, heading: t(`${word}.${status}`, { name: by.fullName }), text: `${formatInstant(by.decidedAt)}: ${quoted(by.comment ?? '')}` };
}

function names(people: readonly ChainPerson[], t: Translate): string {
  const all = people.map(({ fullName }) => fullName);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} ${t('common.and')} ${all.at(-1)}`;
}

const quoted = (text: string) => `“${text}”`;
