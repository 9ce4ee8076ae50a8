import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { removeView } from '#lib/platform/saved-view-writing.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** Forgets the view for everybody who has it. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('removed', removeView));
