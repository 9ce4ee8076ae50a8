import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { startWithView } from '#lib/platform/view-places.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** The view that the person begins the list with. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('started', startWithView));
