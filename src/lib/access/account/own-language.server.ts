import type { AstroCookies } from 'astro';
import { z } from 'zod';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { COOKIE, cookieNamed } from '#lib/process/http/cookies.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { languages } from '#lib/values/languages.ts';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';

/** The language chosen in this browser. */
export const LANGUAGE_COOKIE = cookieNamed('language');

const A_YEAR_S = 31_536_000;
const languageSchema = z.object({ language: z.enum(languages, 'not-a-choice') });

/**
 * Stores the language in a cookie of this browser and, for a signed-in person, in the profile, which takes precedence.
 */
export async function chooseOwnLanguage(actor: Actor, cookies: AstroCookies, input: unknown): Promise<void> {
  const { language } = parse(languageSchema, input);
  cookies.set(LANGUAGE_COOKIE, language, { ...COOKIE, maxAge: A_YEAR_S });
  if (!isSignedIn(actor) || actor.language === language) return;
  await transaction(async (tx) => {
    await tx
      .updateTable('users')
      .set((eb) => ({
        language,
        version: eb('version', '+', 1),
        updatedAt: new Date().toISOString(),
        updatedBy: actor.id,
      }))
      .where('id', '=', actor.id)
      .execute();
    await logActivity(
      actor,
      {
        event: 'user.updated',
        subject: 'User',
        entity: 'user',
        entityId: actor.id,
        entityNumber: actor.username,
        before: { language: actor.language },
        after: { language },
      },
      tx,
    );
  });
}
