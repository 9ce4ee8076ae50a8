import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { renameView } from '#lib/platform/saved-view-writing.server.ts';
import { viewDone } from '#lib/platform/view-endpoint.server.ts';

/** A view that the person does not have does not exist; one of others that may not be changed is refused. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('renamed', renameView));
