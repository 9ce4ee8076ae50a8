import { signedIn } from '#lib/access/page.ts';
import { addAttachment, listAttachments } from '#lib/platform/attachments.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

/** The operations ask whether the person reaches the record. */
export const access = { GET: signedIn(), POST: signedIn() };

export const GET = endpoint(({ actor, params }) => listAttachments(actor, params.entity!, params.id!));

export const POST = endpoint(async ({ actor, params, body }) =>
  created(await addAttachment(actor, params.entity!, params.id!, await body())),
);
