import { can } from '#lib/access/page.ts';
import { safePath } from '#lib/access/safe-path.ts';
import { markRead } from '#lib/notifications/notifications.server.ts';
import { NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';

export const access = { POST: can('Auth', 'read') };

/** A plain form says with `back` where it stands. */
export const POST = endpoint(async (context) => {
  const { back, ...which } = await context.body();
  const news = await markRead(context.actor, which, context.locals.language);
  return postedBack(context, safePath(String(back ?? '')) ?? NOTIFICATIONS_PATH) ?? news;
});
