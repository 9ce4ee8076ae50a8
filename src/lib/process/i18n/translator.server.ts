import { createInstance, type i18n as Instance } from 'i18next';
import { formatCents, formatQuantity, formatUnitPrice } from '#lib/values/money.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';
import { config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { catalogueStamp, readCatalogue } from './locale-files.server.ts';
import { type Language, languages, languageTags, type Translate } from '#lib/values/languages.ts';

/** Milliseconds between two checks for changed texts while the process runs; never in production. */
const LOOK_AGAIN_MS = 1_000;

const namespace = 'translation';
const warned = new Set<string>();
/**
 * Cache of texts without placeholders: a page needs hundreds, and looking one up takes longer than most of what is
 * shown.
 */
const given = new Map<string, string>();
let instance: Instance | undefined;
let stamp = '';
let lookedAt = 0;

/**
 * The texts of one language. There is no current language: the caller says which, so that no request can change
 * another's. Values are inserted unescaped (Astro and React escape); they may be formatted: `{{total, cents}}`,
 * `{{price, unit-price}}`, `{{quantity, quantity}}`, `{{on, date}}`, `{{at, instant}}`. A value that is itself the key
 * of a text is translated: `{{status, word}}`.
 * A missing key is returned itself, with one warning in the log.
 */
export function translatorFor(language: Language): Translate {
  const translate = sentences().getFixedT(languageTags[language]);
  // Values are passed apart from the options, so that no value can act as one ("lng", "context", "$t(…)").
  const filled: Translate = (key, params = {}) =>
    String(translate(key, { replace: params, count: countOf(params), nest: false }));
  return (key, params) => {
    if (params) return filled(key, params);
    const place = `${language} ${key}`;
    const known = given.get(place);
    if (known !== undefined) return known;
    const sentence = filled(key);
    // A missing key may have come from anywhere: the cache never holds more entries than there are texts.
    if (sentence !== key) given.set(place, sentence);
    return sentence;
  };
}

/** Whether the key has a text in that language; for optional keys, such as hints. */
export function isTranslated(key: string, language: Language): boolean {
  const lng = languageTags[language];
  return [undefined, 1].some((count) => sentences().exists(key, { lng, fallbackLng: [], count }));
}

function sentences(): Instance {
  instance ??= create();
  if (!config.production && Date.now() - lookedAt > LOOK_AGAIN_MS) readAgain(instance);
  return instance;
}

function create(): Instance {
  const created = createInstance({
    initAsync: false,
    lng: languageTags.en,
    fallbackLng: languageTags.en,
    load: 'currentOnly',
    keySeparator: '.',
    nsSeparator: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key: string) => warnOnce(key, 'a sentence is missing'),
    missingInterpolationHandler: (text: string) => {
      warnOnce(text, 'a value of a sentence is missing');
      return '';
    },
    resources: Object.fromEntries(languages.map((language) => [languageTags[language], resourceOf(language)])),
  });
  void created.init();
  addFormats(created);
  stamp = catalogueStamp();
  created.changeLanguage = () => {
    throw new Error('There is no current language: use translatorFor(language).');
  };
  return Object.freeze(created);
}

function readAgain(known: Instance): void {
  lookedAt = Date.now();
  const now = catalogueStamp();
  if (now === stamp) return;
  given.clear();
  for (const language of languages) {
    const sentencesNow = readCatalogue(language);
    known.removeResourceBundle(languageTags[language], namespace);
    known.addResourceBundle(languageTags[language], namespace, sentencesNow);
  }
  stamp = now;
}

function addFormats(created: Instance): void {
  const formatter = created.services.formatter!;
  const languageOf = (tag: string | undefined) => tag?.slice(0, 2);
  formatter.add('cents', (value, tag) => formatCents(value, languageOf(tag)));
  formatter.add('unit-price', (value, tag) => formatUnitPrice(value, languageOf(tag)));
  formatter.add('quantity', (value, tag) => formatQuantity(value, languageOf(tag)));
  formatter.add('date', (value) => formatDate(value));
  formatter.add('instant', (value) => formatInstant(value));
  formatter.add('word', (value, tag) =>
    created.exists(value) ? String(created.t(value, { lng: tag })) : String(value),
  );
}

function resourceOf(language: Language) {
  return { [namespace]: readCatalogue(language) };
}

/** The number that decides between singular and plural, if any. */
function countOf(params: Record<string, unknown>): number | undefined {
  return typeof params.count === 'number' ? params.count : undefined;
}

function warnOnce(text: string, message: string): string {
  if (!warned.has(text)) log.warn({ text }, message);
  warned.add(text);
  return text;
}
