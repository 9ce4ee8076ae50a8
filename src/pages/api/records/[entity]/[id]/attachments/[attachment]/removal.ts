import { signedIn } from '#lib/access/session/page.ts';
import { removeAttachment } from '#lib/on-records/attachments.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import { readableRecord } from '#lib/records/record-kinds.server.ts';

/** The operation asks whether the person reaches the record and may change its files. */
export const access = { POST: signedIn() };

export const POST = endpoint<'entity' | 'id' | 'attachment'>(async (context) => {
  const {
    actor,
    params: { entity, id, attachment },
  } = context;
  await removeAttachment(actor, entity, id, attachment);
  const { path } = await readableRecord(actor, entity, id);
  return postedBack(context, `${path(id)}#attachments`);
});
