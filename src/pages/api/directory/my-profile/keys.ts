import { signedIn } from '#lib/access/page.ts';
import { safePath } from '#lib/access/safe-path.ts';
import { useSingleKeys } from '#lib/directory/my-profile.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';

export const access = { POST: signedIn() };

/** `{ keys: 'on' | 'off' }`: whether keys without Ctrl act; then back to the page `to`. */
export const POST = endpoint(async (context) => {
  const input = await context.body();
  await useSingleKeys(context.actor, input);
  return postedBack(context, safePath(String(input['to'] ?? '')) ?? '/', {
    kind: 'success',
    text: context.t(`search.keys.${input['keys'] === 'on' ? 'nowOn' : 'nowOff'}`),
  });
});
