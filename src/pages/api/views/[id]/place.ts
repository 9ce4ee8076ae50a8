import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { moveView } from '#lib/platform/view-places.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** The person's own order of the tabs. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('moved', moveView));
