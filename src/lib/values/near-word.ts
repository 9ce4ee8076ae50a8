/** Words that are one slip of the keyboard away: a letter wrong, missing, too many, or two of them the wrong way round. Browser-safe. */

const SHORTEST = 4;
const LONGEST = 20;

/** As `search_form` writes a Latin word in the database: small letters without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * What the words near to one begin with, '_' for any letter, as LIKE has it. None for what is no word of four to twenty Latin
 * letters: of a number the nearest is another number, and of Chinese a sign is no slip.
 */
export function nearTo(word: string): string[] {
  const letters = folded(word);
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

/** The words of a searched text that are near to a word or begin so, the nearest first: those that are not longer. */
export function nearestIn(text: string, near: readonly string[]): string[] {
  const begun = new RegExp(`^(?:${near.map((one) => one.replaceAll('_', '[a-z]')).join('|')})`);
  const found = text.split(' ').filter((word) => /^[a-z]+$/.test(word) && begun.test(word));
  return found.toSorted((a, b) => restOf(a, begun) - restOf(b, begun));
}

const restOf = (word: string, begun: RegExp): number => word.replace(begun, '').length;

/** How far a title is from what was asked: 0 for what begins with it, 1 for what has a word that does, 2 for the rest. */
export function farness(title: string, asked: string): 0 | 1 | 2 {
  const [text, words] = [folded(title), folded(asked)];
  return text.startsWith(words) ? 0 : text.includes(` ${words}`) ? 1 : 2;
}
