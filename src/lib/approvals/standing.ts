/** Where a document's approval stands, in the words of its decision card. Browser-safe. */
import { dateOf, formatDate, formatInstant } from '#lib/kernel/time.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { Chain, ChainPerson } from './chain.server.ts';
import { roleOf } from './route.ts';

export interface Standing {
  tone: 'waits' | 'done' | 'refused' | 'still';
  heading: string;
  text: string;
}

/** The words of one kind of document: the entity's key ('purchasing.purchaseRequest'), with `standing` and `statuses` under it. */
interface Told {
  key: string;
  t: Translate;
}

/** For whom it waits and until when; told apart where it waits for the reader. */
export function waitingStanding(chain: Chain | null, readerId: string, t: Translate): Standing {
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

/** It came back: by a decision, or because its requester took it back. */
export function returnedStanding(chain: Chain | null, told: Told): Standing {
  if (chain?.status === 'returned') return decidedStanding('waits', 'returned', chain, told);
  return {
    tone: 'waits',
    heading: told.t(`${told.key}.standing.takenBack`),
    text: told.t(`${told.key}.standing.takenBackText`),
  };
}

/** Who has decided so, when, and what was said. */
export function decidedStanding(
  tone: Standing['tone'],
  status: 'returned' | 'rejected',
  chain: Chain | null,
  { key, t }: Told,
): Standing {
  const by = chain?.steps.flatMap(({ people }) => people).find((person) => person.status === status);
  if (!by) return { tone, heading: t(`${key}.statuses.${status}`), text: '' };
  return {
    tone,
    heading: t(`${key}.standing.${status}`, { name: by.fullName }),
    text: `${formatInstant(by.decidedAt)}: ${quoted(by.comment ?? '')}`,
  };
}

export const quoted = (text: string): string => `“${text}”`;

function names(people: readonly ChainPerson[], t: Translate): string {
  const all = people.map(({ fullName }) => fullName);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} ${t('common.and')} ${all.at(-1)}`;
}
