import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { shareView } from '#lib/records/views/saved-view-writing.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** Whom the view is shared with: 'own', 'all' or the id of a team. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('shared', shareView));
