/**
 * Addresses of public pages in each language: /contact in English, /de/contact in German. Staff pages have one address
 * for all languages; these functions are not for them. Browser-safe.
 */
import { defaultLanguage, isLanguage, type Language } from './languages.ts';

/** The path in that language: ('/contact?x=1', 'de') is '/de/contact?x=1'. A language already in it is replaced. */
export function localizePath(path: string, language: Language): string {
  const plain = stripLanguage(path);
  if (language === defaultLanguage) return plain;
  return `/${language}${/^\/(?=$|[?#])/.test(plain) ? plain.slice(1) : plain}`;
}

/** The whole address in that language: its origin, query and fragment stay. */
export function localizeUrl(url: string | URL, language: Language): string {
  const localized = new URL(url);
  localized.pathname = localizePath(localized.pathname, language);
  return localized.href;
}

/** The path without a language: '/de/contact' is '/contact', '/de' is '/'. */
export function stripLanguage(path: string): string {
  const rest = languageInPath(path) ? path.slice(3) : path;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The language in the path, '/en/…' included; `null` when there is none and it is thus the default one. */
export function languageInPath(path: string): Language | null {
  const first = /^\/([a-z]{2})(?=$|[/?#])/.exec(path)?.[1];
  return isLanguage(first) ? first : null;
}
