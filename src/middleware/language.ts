import { LANGUAGE_COOKIE } from '#lib/access/account/own-language.server.ts';
import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { chooseLanguage, defaultLanguage, isLanguage } from '#lib/values/languages.ts';
import { languageInPath, stripLanguage } from '#lib/values/localize.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';

/**
 * The visitor's language, until the session tells whose profile to use. A public page has an address per language:
 * '/de/login' is answered by '/login' in German. It is in `locals` and nowhere else.
 */
export const language = defineMiddleware((context, next) => {
  const { pathname, search } = context.url;
  const named = languageInPath(pathname);
  context.locals.languageInPath = named;
  speak(context, null);
  if (named === defaultLanguage) return context.redirect(stripLanguage(pathname) + search, 308);
  return named ? next(stripLanguage(pathname) + search) : next();
});

/** Sets language and translator of this request: the address, the profile, the cookie, Accept-Language, English. */
export function speak(context: Pick<APIContext, 'locals' | 'cookies' | 'request'>, profile: string | null): void {
  const chosen =
    context.locals.languageInPath ??
    chooseLanguage({
      profile: isLanguage(profile) ? profile : null,
      cookie: context.cookies.get(LANGUAGE_COOKIE)?.value ?? null,
      acceptLanguage: context.request.headers.get('accept-language'),
    });
  context.locals.language = chosen;
  context.locals.t = translatorFor(chosen);
}
