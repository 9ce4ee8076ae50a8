/** Languages of the product; the first is the default and stands in no address. Browser-safe. */
export const languages = ['en', 'de', 'fr', 'pt'] as const;

export type Language = (typeof languages)[number];

/** Gives the sentence of a key: `t('purchasing.purchaseRequest.one')`, with values `t('…', { count: 3 })`. */
export type Translate = (key: string, params?: Record<string, unknown>) => string;

export const defaultLanguage: Language = 'en';

/** Each language by its own name, as a reader looks for it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
};

/** What HTML and Intl call the language as it is written here. */
export const languageTags: Record<Language, string> = { en: 'en-SG', de: 'de', fr: 'fr', pt: 'pt-PT' };

/** Whether the value is one of the four, written exactly so. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}

/**
 * The language of a visitor: as set in the profile, else as chosen on this browser (cookie), else the first that the
 * browser asks for (Accept-Language with weights; "de-AT" is German), else English. Unknown values are passed over.
 */
export function chooseLanguage(from: {
  profile?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Language {
  const wishes = [from.profile, from.cookie, ...askedFor(from.acceptLanguage ?? '')];
  return wishes.find(isLanguage) ?? defaultLanguage;
}

/** Two-letter languages of an Accept-Language header, most wanted first; weight 0 means "not this one". */
function askedFor(header: string): string[] {
  const wishes = header.split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { language: tag.split('-')[0]!.toLowerCase(), weight: weight ? Number(weight.slice(2)) : 1 };
  });
  return wishes
    .filter((wish) => wish.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map((wish) => wish.language);
}
