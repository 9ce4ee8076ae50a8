import { signedIn } from '#lib/access/session/page.ts';
import { listMailbox } from '#lib/email/mailbox.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Everybody's own mailbox: `folder`, `label`, `q`, `show`, `page`, `perPage`. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, query }) =>
  listMailbox(actor, query, query.get('folder') ?? undefined, query.get('label')),
);
