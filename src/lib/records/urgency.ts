/** Why a record presses, out of its declaration and the day: shown before its title wherever it is named. Browser-safe. */
import type { Translate } from '#lib/values/languages.ts';
import { formatDate, today } from '#lib/values/time.ts';
import { URGENCIES, type Mark, type Urgency } from '#lib/values/urgency.ts';
import { labels, type AnyEntity } from './entity.ts';

/** Days before its day on which it is due soon. */
const SOON = 3;
/** More would hide the title. */
const MOST = 2;

/** What only the place knows in which a record is marked. */
export interface MarkedBeside {
  /** Today in Singapore, 'YYYY-MM-DD'. */
  now?: string;
  /** The day by which its decision is due. */
  decideBy?: string | undefined;
  /** The place itself shows when the decision is due. */
  tellsDecision?: boolean;
}

/**
 * The marks of a record, the heaviest first, at most two; none once nothing more happens to it. Of what was chosen only
 * the heaviest counts: beside it there is room for the day.
 */
export function urgencyMarks(
  of: AnyEntity,
  row: Record<string, unknown>,
  t: Translate,
  { now = today(), decideBy, tellsDecision = false }: MarkedBeside = {},
): Mark[] {
  if ((of.final ?? []).includes(String(row['status'])) || row['deletedAt']) return [];
  const day = of.due ? (row[of.due] as string | null) : null;
  const marks = [
    ...chosenMarks(of, row, t).slice(0, 1),
    ...(day ? dayMarks(day, now, decideBy, t) : []),
    ...(decideBy && !tellsDecision ? decisionMarks(decideBy, now, t) : []),
  ];
  return heaviestFirst(marks).slice(0, MOST);
}

/** The fields out of which the marks of a kind of record are made. */
export const markingFields = ({ urgency, due }: AnyEntity): string[] => [
  ...Object.keys(urgency ?? {}),
  ...(due ? [due as string] : []),
];

const heaviestFirst = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));

function chosenMarks(of: AnyEntity, row: Record<string, unknown>, t: Translate): Mark[] {
  const declared = Object.entries((of.urgency ?? {}) as Record<string, Record<string, Urgency>>);
  const chosen = declared.flatMap(([name, choices]): Mark[] => {
    const value = String(row[name] ?? '');
    const urgency = choices[value];
    return urgency ? [{ urgency, text: t(labels.choice(of, name, value)) }] : [];
  });
  return heaviestFirst(chosen);
}

const key = 'records.urgency';

function dayMarks(day: string, now: string, decideBy: string | undefined, t: Translate): Mark[] {
  const days = daysUntil(day, now);
  if (days < 0) return [{ urgency: 'late', text: t(`${key}.late`, { count: -days }) }];
  if (decideBy && day < decideBy) return [{ urgency: 'soon', text: t(`${key}.before`, { date: formatDate(day) }) }];
  if (days > SOON) return [];
  return [{ urgency: 'soon', text: days === 0 ? t(`${key}.today`) : t(`${key}.soon`, { count: days }) }];
}

function decisionMarks(day: string, now: string, t: Translate): Mark[] {
  const days = daysUntil(day, now);
  if (days < 0) return [{ urgency: 'late', text: t(`${key}.decisionLate`, { count: -days }) }];
  return days === 0 ? [{ urgency: 'soon', text: t(`${key}.decideToday`) }] : [];
}

const daysUntil = (day: string, now: string): number => (Date.parse(day) - Date.parse(now)) / 86_400_000;
