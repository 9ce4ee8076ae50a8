import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { renameView } from '#lib/records/views/saved-view-writing.server.ts';
import { viewDone } from '#lib/records/views/view-endpoint.server.ts';

/** A view that the person does not have is not found; one of others that may not be changed is refused. */
export const access = { POST: signedIn() };

export const POST = endpoint(viewDone('renamed', renameView));
