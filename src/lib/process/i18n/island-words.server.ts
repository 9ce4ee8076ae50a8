import type { Translate } from '#lib/values/languages.ts';

/** Sentences for an island, by key: only those it uses. Values stand as `{name}`; what counts has one and many. */
export type IslandWords = Record<string, string>;

interface Wanted {
  /** Sentences without values. */
  plain: readonly string[];
  /** Sentences with values, by the names of the values. */
  filled?: Record<string, readonly string[]>;
  /** Sentences that count (`{{count}}`). */
  counted?: readonly string[];
}

/** A number no sentence has of itself, to find where the count stands. */
const MARK = 987_654;

/** The sentences as `islands/words.ts` reads them. */
export function islandWords(t: Translate, { plain, filled = {}, counted = [] }: Wanted): IslandWords {
  return Object.fromEntries([
    ...plain.map((key) => [key, t(key)]),
    ...Object.entries(filled).map(([key, names]) => [
      key,
      t(key, Object.fromEntries(names.map((name) => [name, `{${name}}`]))),
    ]),
    ...counted.flatMap((key) => [
      [`${key}_one`, t(key, { count: 1 })],
      [`${key}_other`, t(key, { count: MARK }).replace(String(MARK), '{count}')],
    ]),
  ]);
}
