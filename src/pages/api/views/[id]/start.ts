import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { startWithView } from '#lib/records/views/view-places.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** The person's default view of the list. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('started', startWithView));
