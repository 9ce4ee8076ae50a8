import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { changeView } from '#lib/records/views/saved-view-writing.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** Replaces the stored state of the view by the current state of the list. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('changed', changeView));
