import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import { readableRecord } from '#lib/records/record-kinds.server.ts';
import { setWatching } from '#lib/on-records/watchers.server.ts';

/** The operation asks whether the person reaches the record. A plain form says `watching=false` to end it. */
export const access = { POST: signedIn(), DELETE: signedIn() };

export const POST = endpoint<'entity' | 'id'>(async (context) => {
  const {
    actor,
    params: { entity, id },
  } = context;
  const { watching = true } = await context.body();
  const answer = await setWatching(actor, entity, id, String(watching) !== 'false');
  const { path } = await readableRecord(actor, entity, id);
  return postedBack(context, path(id)) ?? answer;
});

export const DELETE = endpoint<'entity' | 'id'>(({ actor, params }) =>
  setWatching(actor, params.entity, params.id, false),
);
