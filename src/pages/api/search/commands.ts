import { signedIn } from '#lib/access/session/page.ts';
import { offeredCommands } from '#lib/records/search/search-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** What the palette offers a person besides records. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, locals }) => offeredCommands(actor, locals));
