import { signedIn } from '#lib/access/session/page.ts';
import { offersFor } from '#lib/email/recipient-offers.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn() };

export const GET = endpoint(async ({ actor, query, t }) => ({
  items: await offersFor(actor, query.get('q') ?? '', t),
}));
