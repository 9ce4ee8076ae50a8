import { signedIn } from '#lib/access/session/page.ts';
import { ownSessions } from '#lib/access/session/own-sessions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn() };

export const GET = endpoint(async ({ actor }) => {
  const items = await ownSessions(actor);
  return { items, total: items.length, page: 1, perPage: items.length };
});
