import { LaterValue } from './sentence-template.ts';
import type { Translate } from '#lib/values/languages.ts';

/**
 * Texts for an island, by key: only those it uses. Placeholders are `{name}`; texts with a count have singular and
 * plural.
 */
export type IslandWords = Record<string, string>;

interface Wanted {
  /** Keys of texts without placeholders. */
  plain: readonly string[];
  /** Keys of texts with placeholders, and the names of these. */
  filled?: Record<string, readonly string[]>;
  /** Keys of texts with a count (`{{count}}`). */
  counted?: readonly string[];
}

/** A number that occurs in no text, to find the position of the count. */
const MARK = 987_654;

/** The texts in the form that `islands/translate-with.ts` reads. */
export function islandWords(t: Translate, { plain, filled = {}, counted = [] }: Wanted): IslandWords {
  return Object.fromEntries([
    ...plain.map((key) => [key, t(key)]),
    ...Object.entries(filled).map(([key, names]) => [
      key,
      t(key, Object.fromEntries(names.map((name) => [name, new LaterValue(name)]))),
    ]),
    ...counted.flatMap((key) => [
      [`${key}_one`, t(key, { count: 1 })],
      [`${key}_other`, t(key, { count: MARK }).replace(String(MARK), '{count}')],
    ]),
  ]);
}
