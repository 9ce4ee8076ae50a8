import { signedIn } from '#lib/access/session/page.ts';
import { myProfile, updateMyProfile } from '#lib/directory/profile/my-profile.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn(), PATCH: signedIn() };

export const GET = endpoint(({ actor }) => myProfile(actor));

export const PATCH = endpoint(async ({ actor, body }) => {
  const input = await body();
  return updateMyProfile(actor, shownVersionOf(actor.id, input), input);
});
