import { signedIn } from '#lib/access/session/page.ts';
import { removeOwnImage, setOwnImage } from '#lib/directory/profile/my-images.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn(), DELETE: signedIn() };

/** `{ fileUrl, fileName }` of one's own upload. */
export const POST = endpoint(async ({ actor, body }) => setOwnImage(actor, 'image', await body()));

export const DELETE = endpoint(({ actor }) => removeOwnImage(actor, 'image'));
