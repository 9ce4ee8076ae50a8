import { chooseOwnLanguage } from '#lib/access/account/own-language.server.ts';
import { open } from '#lib/access/session/page.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { isForm } from '#lib/process/http/body.server.ts';
import { endpoint, seeOther } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

/** Sets `language` for this browser, and in the profile of a signed-in person; then back to the page `to`. */
export const POST = endpoint(async ({ actor, body, cookies, request }) => {
  const { to, ...chosen } = await body();
  await chooseOwnLanguage(actor, cookies, chosen);
  return isForm(request) ? seeOther(safePath(String(to ?? '')) ?? '/') : undefined;
});
