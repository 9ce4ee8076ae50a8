import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#lib/values/languages.ts';
import { codesInSource, keysInSource, sentencesOf, valuesIn, withoutPlural } from '#tests/support/sentences.ts';

/** Names and signs that are the same in every language. */
const NAMES = 'API Ctrl Enter Esc GB GST MB S SWIFT UEN';

/** Words that a language shares with English; before adding one, check every sentence it is in. */
const SAME_WORDS: Record<Exclude<Language, 'en'>, string> = {
  de: `bank block budget budgets code cookies link links logo name normal optional passkeys person position revision spam
    status tablet team teams text version`,
  fr: `absence absences absent actions active administration agents articles audit budget budgets code conversation
    cookies date description document
    documents e-mail import important inactive latitude logo longitude lot menu minute minutes net note notification
    notifications pages photo secret secrets session sessions signature site suites suspension total type
    version versions zoom`,
  pt: 'cookies e-mail latitude longitude menu normal suites tablet total',
};

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

describe.each(Object.entries(SAME_WORDS))('no English is left standing in %s', (language, listed) => {
  const same = [...sentencesOf(language as Language)].filter(([key, text]) => english.get(key) === text);
  const known = new Set(`${NAMES} ${listed}`.toLowerCase().split(/\s+/));

  test('but what is rightly the same', () => {
    expect(same.filter(([, text]) => !wordsIn(text).every((word) => known.has(word)))).toEqual([]);
  });

  test('and no word is listed that is in none of its sentences', () => {
    const found = new Set(same.flatMap(([, text]) => wordsIn(text)));
    expect(listed.split(/\s+/).filter((word) => !found.has(word))).toEqual([]);
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

// Specification, sections 5 and 8.
test('the sentences of the catalogue stand in English to the letter', () => {
  const said = (keys: string[]) => keys.map((key) => english.get(key));
  expect(
    said(['email-required', 'username-required', 'email-in-use', 'username-in-use'].map((key) => `validation.${key}`)),
  ).toEqual([
    'Please enter your email.',
    'Please enter your username.',
    'This email is already in use.',
    'This username is already in use.',
  ]);
  const sorry = 'Sorry something went wrong. Please refresh the page and try again.';
  expect(said(['common.failure.text', 'refusals.unexpected'])).toEqual([sorry, sorry]);
});

/** What no screen says in English; the word for it is in CONTRIBUTING.md, "Words". */
const NOT_SAID =
  /\bpapers?\b|\bstand(s|ing)?[- ]in\b|\bhand(s|ed)? over\b|\b(no|some|every)body\b|\banew\b|\bchosen ones\b/i;
/** Pages that show every component to developers. */
const OF_DEVELOPERS = /^gallery\./;

test('the English says documents, delegates, reassign and someone', () => {
  const said = [...english].filter(([key, text]) => !OF_DEVELOPERS.test(key) && NOT_SAID.test(text));
  expect(said).toEqual([]);
});

/** The words of a sentence, without its values. */
function wordsIn(sentence: string): string[] {
  return (
    sentence
      .replaceAll(/\{\{.*?\}\}/g, ' ')
      .toLowerCase()
      .match(/\p{L}[\p{L}-]*/gu) ?? []
  );
}

/** The values of each key over all its plural forms, sorted, as one text. */
function valuesByKey(sentences: Map<string, string>): Map<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [key, text] of sentences) {
    const base = withoutPlural(key);
    values.set(base, new Set([...(values.get(base) ?? []), ...valuesIn(text)]));
  }
  return new Map([...values].map(([key, names]) => [key, [...names].toSorted().join()]));
}
