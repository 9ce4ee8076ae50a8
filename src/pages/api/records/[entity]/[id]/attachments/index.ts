import { signedIn } from '#lib/access/session/page.ts';
import { addAttachment, listAttachments } from '#lib/on-records/attachments.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

/** The operations ask whether the person reaches the record. */
export const access = { GET: signedIn(), POST: signedIn() };

export const GET = endpoint<'entity' | 'id'>(({ actor, params }) => listAttachments(actor, params.entity, params.id));

export const POST = endpoint<'entity' | 'id'>(async ({ actor, params, body }) =>
  created(await addAttachment(actor, params.entity, params.id, await body())),
);
