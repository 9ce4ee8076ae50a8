import { signedIn } from '#lib/access/session/page.ts';
import { offerToMention } from '#lib/on-records/mentions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** The operation asks whether the person reaches the record. */
export const access = { GET: signedIn() };

export const GET = endpoint<'entity' | 'id'>(async ({ actor, params, query }) => ({
  items: await offerToMention(actor, params.entity, params.id, (query.get('q') ?? '').trim().slice(0, 100)),
}));
