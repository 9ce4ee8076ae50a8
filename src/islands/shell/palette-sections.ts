import { searchPath } from '#lib/records/paths.ts';
import { titleDistance, foldWord } from '#lib/values/near-word.ts';
import type { Command } from './palette-commands.ts';

export interface Section {
  /** '' for none. */
  label: string;
  items: Command[];
}

/** What tells a command from the others, also when the list is drawn anew. */
export const keyOf = ({ href, title }: Command): string => `${href ?? ''} ${title}`;

/** A record in a search result. */
interface Item {
  title: string;
  marks: Command['marks'];
  facts: string;
  kind: string;
  statusText: string;
  href: string;
}
/** The search result; `meant` holds suggestions where it found nothing. */
export interface Answer {
  meant: string | null;
  exact: Item | null;
  recent: Item[];
  groups: { label: string; href: string; total: number | null; totalText: string | null; items: Item[] }[];
}
/** What the person can create, and the saved views of lists. */
export interface Offered {
  create: { label: string; kind: string; href: string }[];
  views: { label: string; href: string }[];
}

interface Known {
  /** The acts of the page, and what is the same on each: pages, themes, languages. */
  acts: readonly Command[];
  commands: readonly Command[];
  offered: Offered | undefined;
  /** Undefined while loading, null when it failed. */
  answer: Answer | null | undefined;
  words: Record<string, string>;
  /** Asks once more. */
  again(): void;
}

const MOST_OF_A_KIND = 6;
const MOST_RECENT = 8;

/** The palette's list for what was typed: acts, pages and the like first, then search results. */
export function sectionsOf(q: string, { acts, commands, offered, answer, words, again }: Known): Section[] {
  const matching = matches(q);
  const made: Command[] = (offered?.create ?? [])
    .map(({ label, kind, href }) => ({ group: words.create!, title: label, mark: kind, icon: 'plus', href }))
    .filter(({ title }) => !acts.some((act) => act.title === title));
  const views: Command[] = (offered?.views ?? []).map(({ label, href }) => ({
    group: words.views!,
    title: label,
    icon: 'bookmark',
    href,
  }));
  const local = [
    ...acts,
    ...made,
    ...commands.filter(({ byWords }) => q !== '' || !byWords),
    ...(q === '' ? [] : views),
  ]
    .filter(({ title, detail, mark, group }) => matching(`${group} ${mark ?? ''} ${detail ?? ''} ${title}`))
    .toSorted((a, b) => titleDistance(a.title, q) - titleDistance(b.title, q));
  const names = [...new Set(local.map(({ group }) => group))];
  const record = ({ title, marks, facts, kind, statusText, href }: Item): Command => ({
    group: '',
    title,
    marks,
    detail: [facts, statusText].filter(Boolean).join(', '),
    mark: kind,
    icon: 'file-text',
    href,
  });
  return [
    ...(answer?.exact ? [{ label: words.exact!, items: [record(answer.exact)] }] : []),
    ...(answer?.recent.length
      ? [
          {
            label: words.recent!,
            items: answer.recent.slice(0, MOST_RECENT).map((item) => ({ ...record(item), icon: 'history' })),
          },
        ]
      : []),
    ...names.map((label) => ({
      label,
      items: local.filter(({ group }) => group === label).slice(0, q === '' ? 50 : MOST_OF_A_KIND),
    })),
    ...(answer?.groups ?? []).map(({ label, href, total, totalText, items }) => ({
      label,
      items: [
        ...items.map(record),
        ...(total === items.length
          ? []
          : [
              {
                group: '',
                title: words
                  .inList!.replace('{number}', totalText ?? '')
                  .replace('{list}', label)
                  .trim(),
                icon: 'arrow-right',
                href,
              },
            ]),
      ],
    })),
    ...(q === '' || isEmpty(answer)
      ? []
      : [
          {
            label: '',
            items: [
              {
                group: '',
                title: words.all!.replace('{words}', () => q),
                icon: 'search',
                href: `${searchPath.of(q)}&all=`,
              },
            ],
          },
        ]),
    ...(answer === null
      ? [{ label: '', items: [{ group: '', title: words.again!, icon: 'refresh-cw', run: again, stays: true }] }]
      : []),
  ];
}

/** Whether the search has answered and found nothing. */
const isEmpty = (answer: Answer | null | undefined): boolean =>
  !!answer && !answer.exact && answer.recent.length === 0 && answer.groups.length === 0;

/** Whether every word occurs, in lower case and without accents. */
function matches(q: string): (text: string) => boolean {
  const asked = foldWord(q).split(/\s+/).filter(Boolean);
  return (text) => asked.every((word) => foldWord(text).includes(word));
}
