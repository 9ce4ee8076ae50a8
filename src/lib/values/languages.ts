/** The supported languages; the first is the default and does not appear in addresses. Browser-safe. */
export const languages = ['en', 'de', 'fr', 'pt'] as const;

export type Language = (typeof languages)[number];

/** Returns the text of a key: `t('purchasing.purchaseRequest.one')`, with values `t('…', { count: 3 })`. */
export type Translate = (key: string, params?: Record<string, unknown>) => string;

export const defaultLanguage: Language = 'en';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
};

/** The language tags for HTML and Intl. */
export const languageTags: Record<Language, string> = { en: 'en-SG', de: 'de', fr: 'fr', pt: 'pt-PT' };

/** Whether the value is one of the four codes. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}

/**
 * The language of a visitor: as set in the profile, else as chosen on this browser (cookie), else the first supported
 * one in Accept-Language (with weights; "de-AT" is German), else English. Unknown values are skipped.
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
