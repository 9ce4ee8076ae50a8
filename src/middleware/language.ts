import { defineMiddleware } from 'astro:middleware';
import { chooseLanguage, isLanguage } from '#lib/platform/i18n/languages.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';

/** The visitor's language, until the session says whose profile to ask. It lives in `locals` and nowhere else. */
export const language = defineMiddleware((context, next) => {
  speak(context, null);
  return next();
});

/** Sets language and translator of this request: profile, cookie, Accept-Language, English. */
export function speak(context: Pick<Parameters<typeof language>[0], 'locals' | 'cookies' | 'request'>, profile: string | null): void {
  const chosen = chooseLanguage({
    profile: isLanguage(profile) ? profile : null,
    cookie: context.cookies.get('language')?.value ?? null,
    acceptLanguage: context.request.headers.get('accept-language'),
  });
  context.locals.language = chosen;
  context.locals.t = translatorFor(chosen);
}
