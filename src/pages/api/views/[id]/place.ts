import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { moveView } from '#lib/records/views/view-places.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** The person's own order of the tabs. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('moved', moveView));
