import { signedIn } from '#lib/access/page.ts';
import { removeAttachment } from '#lib/platform/attachments.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { reachedRecord } from '#lib/platform/record-kinds.server.ts';

/** The operation asks whether the person reaches the record and may change its files. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const {
    actor,
    params: { entity = '', id = '', attachment = '' },
  } = context;
  await removeAttachment(actor, entity, id, attachment);
  const { path } = await reachedRecord(actor, entity, id);
  return postedBack(context, `${path(id)}#attachments`);
});
