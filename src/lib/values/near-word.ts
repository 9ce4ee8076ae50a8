/** Words within one typing error: a letter wrong, missing, extra, or two transposed. Browser-safe. */

const SHORTEST = 4;
const LONGEST = 20;

/** The same normalisation of a Latin word as `search_form` in the database: lower case without accents. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * LIKE patterns for the beginnings of words near to one, '_' for any letter. None for anything but a word of four to
 * twenty Latin letters: for a number the nearest is another number, and a Chinese character is not a typing error.
 */
export function nearWordPatterns(word: string): string[] {
  const letters = foldWord(word);
  if (!new RegExp(`^[a-z]{${SHORTEST},${LONGEST}}$`).test(letters)) return [];
  const places = Array.from(
    { length: letters.length + 1 },
    (_, place) => [letters.slice(0, place), letters.slice(place)] as const,
  );
  const near = places.flatMap(([before, after]) => [
    `${before}_${after}`,
    ...(after === '' ? [] : [`${before}_${after.slice(1)}`, `${before}${after.slice(1)}`]),
    ...(after.length < 2 ? [] : [`${before}${after[1]}${after[0]}${after.slice(2)}`]),
  ]);
  return [...new Set(near)].filter((one) => one !== letters);
}

/** The words of a text that are near to a word or begin so, the nearest first: those that are not longer. */
export function nearestWordsIn(text: string, near: readonly string[]): string[] {
  const begun = new RegExp(`^(?:${near.map((one) => one.replaceAll('_', '[a-z]')).join('|')})`);
  const found = text.split(' ').filter((word) => /^[a-z]+$/.test(word) && begun.test(word));
  return found.toSorted((a, b) => restOf(a, begun) - restOf(b, begun));
}

const restOf = (word: string, begun: RegExp): number => word.replace(begun, '').length;

/** Distance of a title from the query: 0 if it begins with it, 1 if one of its words does, 2 otherwise. */
export function titleDistance(title: string, asked: string): 0 | 1 | 2 {
  const [text, words] = [foldWord(title), foldWord(asked)];
  return text.startsWith(words) ? 0 : text.includes(` ${words}`) ? 1 : 2;
}
