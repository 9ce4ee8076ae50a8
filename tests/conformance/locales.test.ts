import { describe, expect, test } from 'vitest';
import { languages } from '#lib/platform/i18n/languages.ts';
import { codesInSource, keysInSource, sentencesOf, valuesIn, withoutPlural } from '#tests/support/sentences.ts';

const english = sentencesOf('en');
const englishKeys = [...new Set([...english.keys()].map(withoutPlural))].toSorted();

describe.each(languages)('sentences in %s', (language) => {
  const sentences = sentencesOf(language);

  test('exist for the same keys as in English', () => {
    const keys = new Set([...sentences.keys()].map(withoutPlural));
    expect(
      englishKeys.filter((key) => !keys.has(key)),
      'missing',
    ).toEqual([]);
    expect(
      [...keys].filter((key) => !englishKeys.includes(key)),
      'not in English',
    ).toEqual([]);
  });

  test('use the same values as in English', () => {
    const expected = valuesByKey(english);
    const different = [...valuesByKey(sentences)].filter(([key, values]) => expected.get(key) !== values);
    expect(different.map(([key, values]) => ({ key, values, english: expected.get(key) }))).toEqual([]);
  });

  test('are not empty, and are text', () => {
    expect([...sentences].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  test('have a form for every number where they count', () => {
    const counted = [...sentences.keys()].filter((key) => key !== withoutPlural(key)).map(withoutPlural);
    expect(counted.filter((key) => !sentences.has(`${key}_other`))).toEqual([]);
  });
});

test('every key that the source names has a sentence', () => {
  const unknown = [...keysInSource()].filter(([key]) => !englishKeys.includes(key));
  expect(Object.fromEntries(unknown)).toEqual({});
});

test('every code with which the source refuses has a sentence', () => {
  const { whole, field } = codesInSource();
  expect(
    [...whole].filter((code) => !englishKeys.includes(`refusals.${code}`)),
    'refusals',
  ).toEqual([]);
  const unknown = [...field].filter(
    (code) => !englishKeys.includes(`validation.${code}`) && !englishKeys.includes(`refusals.${code}`),
  );
  expect(unknown, 'validation').toEqual([]);
});

/** The values of each key over all its plural forms, sorted, as one text. */
function valuesByKey(sentences: Map<string, string>): Map<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [key, text] of sentences) {
    const base = withoutPlural(key);
    values.set(base, new Set([...(values.get(base) ?? []), ...valuesIn(text)]));
  }
  return new Map([...values].map(([key, names]) => [key, [...names].toSorted().join()]));
}
