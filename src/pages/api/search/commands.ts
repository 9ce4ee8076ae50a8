import { signedIn } from '#lib/access/page.ts';
import { offeredCommands } from '#lib/kernel/search-answer.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** What the palette offers a person besides records. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, locals }) => offeredCommands(actor, locals));
