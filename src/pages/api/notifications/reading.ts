import { signedIn } from '#lib/access/session/page.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { markRead } from '#lib/notifications/notifications.server.ts';
import { NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';

export const access = { POST: signedIn() };

/** A plain form gives its own address in `back`. */
export const POST = endpoint(async (context) => {
  const { back, ...which } = await context.body();
  const news = await markRead(context.actor, which, context.locals.language);
  return postedBack(context, safePath(String(back ?? '')) ?? NOTIFICATIONS_PATH) ?? news;
});
