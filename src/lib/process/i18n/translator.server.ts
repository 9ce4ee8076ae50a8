import { createInstance, type i18n as Instance } from 'i18next';
import { formatCents, formatQuantity, formatUnitPrice } from '#lib/values/money.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';
import { cachedByKey } from '#lib/values/cached-by-key.ts';
import { config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { catalogueStamp, readCatalogue } from './locale-files.server.ts';
import { type Fill, type Format, templateOf } from './sentence-template.ts';
import { type Language, languages, languageTags, type Translate } from '#lib/values/languages.ts';

/** Milliseconds between two checks for changed texts while the process runs; never in production. */
const LOOK_AGAIN_MS = 1_000;

const namespace = 'translation';
const warned = new Set<string>();
/**
 * Texts that were read already: a page needs hundreds, and looking one up takes longer than most of what is shown. Those
 * with a number are there once for each plural form.
 */
const known = new Map<string, Fill>();
const NO_VALUES = {};
const pluralRules = cachedByKey<Intl.PluralRules>(10);
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
  const tag = languageTags[language];
  const plurals = pluralRules(tag, () => new Intl.PluralRules(tag));
  // Values are never given to the library, so that none can act as an option of it ("lng", "context", "$t(…)").
  const translate = sentences().getFixedT(tag);
  return (key, params = NO_VALUES) => {
    const count = countOf(params);
    const place = count === undefined ? `${language} ${key}` : `${language} ${key} ${count && plurals.select(count)}`;
    const ready = known.get(place);
    if (ready) return ready(params);
    const sentence = String(translate(key, { count, nest: false, skipInterpolation: true }));
    const fill = templateOf(sentence, tag, formats, (name) => warnOnce(`${key} {{${name}}}`, 'a value is missing'));
    // A missing key may have come from anywhere: the cache never holds more entries than there are texts.
    if (sentence !== key) known.set(place, fill);
    return fill(params);
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
    parseMissingKeyHandler: (key: string) => warnOnce(key, 'a sentence is missing'),
    resources: Object.fromEntries(languages.map((language) => [languageTags[language], resourceOf(language)])),
  });
  void created.init();
  stamp = catalogueStamp();
  created.changeLanguage = () => {
    throw new Error('There is no current language: use translatorFor(language).');
  };
  return Object.freeze(created);
}

function readAgain(read: Instance): void {
  lookedAt = Date.now();
  const now = catalogueStamp();
  if (now === stamp) return;
  known.clear();
  for (const language of languages) {
    const sentencesNow = readCatalogue(language);
    read.removeResourceBundle(languageTags[language], namespace);
    read.addResourceBundle(languageTags[language], namespace, sentencesNow);
  }
  stamp = now;
}

/** The value formats of sentences; 'word' translates a value that is itself the key of a text. */
const formats: Record<string, Format> = {
  cents: (value, tag) => formatCents(value, languageOf(tag)),
  'unit-price': (value, tag) => formatUnitPrice(value, languageOf(tag)),
  quantity: (value, tag) => formatQuantity(value, languageOf(tag)),
  date: (value) => formatDate(value),
  instant: (value) => formatInstant(value),
  word: (value, tag) => (sentences().exists(value) ? translatorFor(languageOf(tag))(value) : String(value)),
};

const languageOf = (tag: string) => tag.slice(0, 2) as Language;

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
