import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { chooseLanguage, languageNames, languages } from '#lib/values/languages.ts';
import { languageInPath, localizePath, localizeUrl, stripLanguage } from '#lib/values/localize.ts';
import { sentenceParts } from '#lib/values/sentence-parts.ts';
import { templateOf } from '#lib/process/i18n/sentence-template.ts';
import * as translator from '#lib/process/i18n/translator.server.ts';

const { isTranslated, translatorFor } = translator;

describe('500 requests at once in four languages', () => {
  test('are each answered in their own', async () => {
    const inEach = { en: 'larger than', de: 'größer als', fr: 'dépasse', pt: 'tem mais de' };
    const requests = Array.from({ length: 500 }, (_, number) => ({ number, language: languages[number % 4]! }));
    const answers = await Promise.all(
      requests.map(async ({ number, language }) => {
        const t = translatorFor(language);
        for (let pause = 0; pause < (number * 7) % 5; pause += 1) await breathe();
        const first = t('refusals.file-too-large', { megabytes: number });
        await new Promise((resolve) => setTimeout(resolve, (number * 13) % 11));
        return { number, language, sentences: [first, t('refusals.spreadsheet-too-large', { megabytes: number })] };
      }),
    );
    const wrong = answers.filter(({ number, language, sentences }) =>
      sentences.some((text) => !text.includes(inEach[language]) || !text.includes(` ${number} `)),
    );
    expect(wrong).toEqual([]);
  });

  test('are each answered in their own without values too, however often a sentence is asked for', async () => {
    const inEach = { en: 'Cancel', de: 'Abbrechen', fr: 'Annuler', pt: 'Cancelar' };
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, number) => {
        const t = translatorFor(languages[number % 4]!);
        for (let pause = 0; pause < (number * 7) % 5; pause += 1) await breathe();
        return t('common.cancel');
      }),
    );
    expect(answers.filter((text, number) => text !== inEach[languages[number % 4]!])).toEqual([]);
  });

  test('could not set a language for the others: there is no way to', () => {
    expect(Object.keys(translator).toSorted()).toEqual(['isTranslated', 'translatorFor']);
    expect(translatorFor('de')).toBeInstanceOf(Function);
    expect(Object.keys(translatorFor('de'))).toEqual([]);
  });
});

describe('a sentence', () => {
  const t = translatorFor('en');

  test('takes values as they are, and they stay values', () => {
    expect(t('refusals.file-too-large', { megabytes: '<b>$t(refusals.not-found) {{x}}</b>' })).toBe(
      'The file is larger than <b>$t(refusals.not-found) {{x}}</b> MB.',
    );
    const options = { lng: 'de', context: 'x', defaultValue: 'y' };
    expect(t('refusals.not-authorized', options)).toBe(t('refusals.not-authorized'));
  });

  test('shows numbers as its reader writes them', () => {
    expect(t('refusals.too-many-rows', { rows: 5000 })).toContain('5,000');
    expect(translatorFor('de')('refusals.too-many-rows', { rows: 5000 })).toContain('5.000');
  });

  test('is read once, and says each time what it is given', () => {
    const missed: string[] = [];
    const formats = { loud: (value: string, tag: string) => `${value.toUpperCase()} (${tag})` };
    const fill = templateOf('{{who}} has {{ count }} of {{what, loud}}.', 'en-SG', formats, (name) =>
      missed.push(name),
    );
    expect(fill({ who: 'Mei', count: 2, what: 'urns' })).toBe('Mei has 2 of URNS (en-SG).');
    expect(fill({ who: '{{what, loud}}', count: 0, what: 'x' })).toBe('{{what, loud}} has 0 of X (en-SG).');
    expect(missed).toEqual([]);
    expect(fill({ who: null, count: 1 })).toBe(' has 1 of .');
    expect(missed).toEqual(['what']);
    expect(() => templateOf('{{on, moon}}', 'en-SG', formats, () => {})).toThrow('no format moon');
  });

  test('has a form for one and a form for more, whichever was asked for first', () => {
    const many = (count: number) => t('refusals.department-has-members', { count });
    const said = [many(2), many(1), many(1_200), many(1)];
    expect(said[1]).toBe(said[3]);
    expect(said[0]!.replace('2', '1,200')).toBe(said[2]!.replace('1200', '1,200'));
    expect(said[1]!.replace('1', '2')).not.toBe(said[0]);
  });

  test('that is missing shows its key', () => {
    expect(t('refusals.no-such-code')).toBe('refusals.no-such-code');
    expect(isTranslated('refusals.no-such-code', 'en')).toBe(false);
    expect(isTranslated('refusals.not-found', 'pt')).toBe(true);
  });
});

describe('the language of a visitor', () => {
  test('is that of the profile, else the cookie, else the browser, else English', () => {
    const acceptLanguage = 'pt-BR,pt;q=0.9,en;q=0.5';
    expect(chooseLanguage({ profile: 'fr', cookie: 'de', acceptLanguage })).toBe('fr');
    expect(chooseLanguage({ profile: null, cookie: 'de', acceptLanguage })).toBe('de');
    expect(chooseLanguage({ acceptLanguage })).toBe('pt');
    expect(chooseLanguage({})).toBe('en');
  });

  test('is the most wanted that we speak', () => {
    expect(chooseLanguage({ acceptLanguage: 'zh-Hans, ta;q=0.9, fr;q=0.4, de-AT;q=0.8' })).toBe('de');
    expect(chooseLanguage({ acceptLanguage: 'de;q=0, fr;q=0.1' })).toBe('fr');
    expect(chooseLanguage({ acceptLanguage: 'zh, *;q=0.1' })).toBe('en');
    expect(chooseLanguage({ profile: 'xx', cookie: '../de', acceptLanguage: ';;q=,,' })).toBe('en');
  });

  test('has a name of its own', () => expect(Object.keys(languageNames)).toEqual([...languages]));
});

describe('addresses', () => {
  test('name every language but English', () => {
    expect(localizePath('/contact', 'de')).toBe('/de/contact');
    expect(localizePath('/contact', 'en')).toBe('/contact');
    expect(localizePath('/', 'fr')).toBe('/fr');
    expect(localizePath('/?q=1#top', 'fr')).toBe('/fr?q=1#top');
    expect(localizePath('/events/?page=2', 'pt')).toBe('/pt/events/?page=2');
  });

  test('change from one language to another', () => {
    expect(localizePath('/de/contact', 'fr')).toBe('/fr/contact');
    expect(localizePath('/de', 'en')).toBe('/');
    expect(localizePath('/de?q=1', 'en')).toBe('/?q=1');
    const company = 'https://garden.example';
    expect(localizeUrl(`${company}/de/contact?x=1#map`, 'pt')).toBe(`${company}/pt/contact?x=1#map`);
  });

  test('that only begin like a language are left alone', () => {
    expect(stripLanguage('/delivery')).toBe('/delivery');
    expect(stripLanguage('/de/delivery')).toBe('/delivery');
    expect(languageInPath('/france')).toBeNull();
    expect(languageInPath('/zh/contact')).toBeNull();
    expect(languageInPath('/pt/contact')).toBe('pt');
  });
});

describe('a sentence with links in it', () => {
  test('is split where the translation says', () => {
    expect(sentenceParts('Read the <0>terms</0> <1>first</1>.')).toEqual([
      { text: 'Read the ', component: null },
      { text: 'terms', component: 0 },
      { text: ' ', component: null },
      { text: 'first', component: 1 },
      { text: '.', component: null },
    ]);
  });

  test('keeps everything else as text', () => {
    const odd = 'a <b>bold</b> <0>open <1>crossed</0> & <script>';
    expect(
      sentenceParts(odd)
        .map((part) => part.text)
        .join(''),
    ).toBe('a <b>bold</b> open <1>crossed & <script>');
    expect(sentenceParts('plain')).toEqual([{ text: 'plain', component: null }]);
    expect(sentenceParts('')).toEqual([]);
  });
});
