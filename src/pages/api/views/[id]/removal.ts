import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { removeView } from '#lib/records/views/saved-view-writing.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** Deletes the view for everybody who has it. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('removed', removeView));
