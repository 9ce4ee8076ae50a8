import { signedIn } from '#lib/access/session/page.ts';
import { choosePreferences, preferencesOf } from '#lib/notifications/preferences.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** The actor's own preferences. */
export const access = { GET: signedIn(), PUT: signedIn() };

export const GET = endpoint(({ actor }) => preferencesOf(actor));

export const PUT = endpoint(async ({ actor, body }) => {
  await choosePreferences(actor, await body());
  return preferencesOf(actor);
});
