/** The status of a document and who must act, in the words of its decision card. Browser-safe. */
import { labels } from '#lib/records/entity.ts';
import { DELETED_KEPT_DAYS } from '#lib/values/constants.ts';
import { addDays, dateOf, formatDate, formatInstant } from '#lib/values/time.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { Chain, ChainPerson } from '#lib/approvals/approval-chain.server.ts';
import { roleOf } from '#lib/approvals/route.ts';
import type { AnyDocument } from '../document.ts';

export interface StatusSummary {
  tone: 'waits' | 'done' | 'refused' | 'still';
  heading: string;
  text: string;
}

/** What the card says of a status that only this kind of document has. */
export type OwnSummary<R> = (row: R, t: Translate) => StatusSummary | null;

/** A document as far as its card must know it. */
interface Summed {
  status: string;
  endedReason: string | null;
  onHold: boolean;
  holdReason: string | null;
  heldAt: string | null;
  deletedAt: string | null;
  titles: Record<string, string>;
}

/** What the card at the head of a document says to this reader: whose turn it is, or how it ended. */
export function summaryOf<R extends Summed>(
  of: AnyDocument,
  row: R,
  chain: Chain | null,
  readerId: string,
  t: Translate,
  own?: OwnSummary<R>,
): StatusSummary {
  if (row.deletedAt) {
    const said = {
      at: formatInstant(row.deletedAt),
      until: formatDate(addDays(dateOf(row.deletedAt), DELETED_KEPT_DAYS)),
    };
    return { tone: 'still', heading: t(`${word}.deleted`), text: t(`${word}.deletedText`, said) };
  }
  if (row.onHold) {
    const said = { name: row.titles['heldById'] ?? '', at: formatInstant(row.heldAt), reason: row.holdReason };
    return { tone: 'still', heading: t(`${word}.onHold`), text: t(`${word}.onHoldText`, said) };
  }
  return own?.(row, t) ?? usual(of, row, chain, readerId, t);
}

const word = 'documents.summary';

function usual(
  of: AnyDocument,
  { status, endedReason }: Summed,
  chain: Chain | null,
  readerId: string,
  t: Translate,
): StatusSummary {
  switch (status) {
    case 'draft':
      return { tone: 'still', heading: t(`${word}.draft`), text: t(`${word}.draftText`) };
    case 'pending-approval':
      return waiting(chain, readerId, t);
    case 'returned':
      return returned(of, chain, t);
    case 'rejected':
      return decided(of, 'refused', 'rejected', chain, t);
    case 'cancelled':
      return {
        tone: 'refused',
        heading: t(`${word}.cancelled`),
        text: endedReason ? quoted(t, endedReason) : t(`${word}.cancelledText`),
      };
    case 'voided':
    case 'reversed':
      return { tone: 'refused', heading: t(`${word}.${status}`), text: quoted(t, endedReason ?? '') };
    case 'closed':
      return { tone: 'done', heading: t(`${word}.closed`), text: endedReason ? quoted(t, endedReason) : '' };
    default:
      return { tone: of.final.includes(status) ? 'done' : 'still', heading: t(labels.status(of, status)), text: '' };
  }
}

/** For whom it waits and until when; different where it waits for the reader. */
function waiting(chain: Chain | null, readerId: string, t: Translate): StatusSummary {
  const word = 'approvals.standing';
  const step = chain?.steps.find(({ seq }) => seq === chain.currentSeq);
  const pending = step?.people.filter((person) => person.status === 'pending') ?? [];
  const mine = pending.find(({ userId }) => userId === readerId);
  const first = mine ?? pending[0];
  if (!step || !first) return { tone: 'waits', heading: t(`${word}.waits`), text: '' };
  const values = {
    role: roleOf(step, first.note, t),
    since: formatInstant(first.openedAt),
    due: formatDate(dateOf(first.dueAt!)),
  };
  if (mine) return { tone: 'waits', heading: t(`${word}.waitsForYou`), text: t(`${word}.waitsForYouText`, values) };
  return {
    tone: 'waits',
    heading: t(`${word}.waitsFor`, { names: names(pending, t) }),
    text: t(`${word}.waitsForText`, values),
  };
}

/** Who returned it and why; null when that is not how it came back. */
export const returnedSummary = (of: AnyDocument, chain: Chain | null, t: Translate): StatusSummary | null =>
  chain?.status === 'returned' ? decided(of, 'waits', 'returned', chain, t) : null;

/** It came back: by a decision, or because its requester took it back. */
function returned(of: AnyDocument, chain: Chain | null, t: Translate): StatusSummary {
  const takenBack = { tone: 'waits', heading: t(`${word}.takenBack`), text: t(`${word}.takenBackText`) } as const;
  return returnedSummary(of, chain, t) ?? takenBack;
}

/** Who has decided so, when, and with which comment. */
function decided(
  of: AnyDocument,
  tone: StatusSummary['tone'],
  status: 'returned' | 'rejected',
  chain: Chain | null,
  t: Translate,
): StatusSummary {
  const by = chain?.steps.flatMap(({ people }) => people).find((person) => person.status === status);
  if (!by) return { tone, heading: t(labels.status(of, status)), text: '' };
  return {
    tone,
    heading: t(`${word}.${status}`, { name: by.fullName }),
    text: `${formatInstant(by.decidedAt)}: ${quoted(t, by.comment ?? '')}`,
  };
}

const quoted = (t: Translate, text: string): string => t('common.quoted', { text });

function names(people: readonly ChainPerson[], t: Translate): string {
  const all = people.map(({ fullName }) => fullName);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} ${t('common.and')} ${all.at(-1)}`;
}
