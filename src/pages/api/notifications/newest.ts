import { signedIn } from '#lib/access/session/page.ts';
import { newestNotifications } from '#lib/notifications/notifications.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn() };

export const GET = endpoint(async ({ actor, locals }) => ({
  items: await newestNotifications(actor, locals.language),
}));
