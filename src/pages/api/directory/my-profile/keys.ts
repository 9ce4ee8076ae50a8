import { signedIn } from '#lib/access/session/page.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { useSingleKeys } from '#lib/directory/profile/my-profile.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';

export const access = { POST: signedIn() };

/** `{ keys: 'on' | 'off' }`: single-key shortcuts; then back to the page `to`. */
export const POST = endpoint(async (context) => {
  const input = await context.body();
  await useSingleKeys(context.actor, input);
  return postedBack(context, safePath(String(input['to'] ?? '')) ?? '/', {
    kind: 'success',
    text: context.t(`search.keys.${input['keys'] === 'on' ? 'nowOn' : 'nowOff'}`),
  });
});
