import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { shareView } from '#lib/platform/saved-view-writing.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** Whom the view is for: 'own', 'all' or the id of a team. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('shared', shareView));
