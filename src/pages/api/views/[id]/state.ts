import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { changeView } from '#lib/platform/saved-view-writing.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** The list as it stands takes the place of what the view keeps. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('changed', changeView));
