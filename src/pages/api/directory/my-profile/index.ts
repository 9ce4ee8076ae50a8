import { signedIn } from '#lib/access/page.ts';
import { myProfile, updateMyProfile } from '#lib/directory/my-profile.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: signedIn(), PATCH: signedIn() };

export const GET = endpoint(({ actor }) => myProfile(actor));

export const PATCH = endpoint(async ({ actor, body }) => {
  const input = await body();
  return updateMyProfile(actor, seenOf(actor.id, input), input);
});
