import { signedIn } from '#lib/access/session/page.ts';
import { addComment, listComments } from '#lib/on-records/comments.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import { readableRecord } from '#lib/records/record-kinds.server.ts';

/** The operations ask whether the person reaches the record. */
export const access = { GET: signedIn(), POST: signedIn() };

export const GET = endpoint<'entity' | 'id'>(({ actor, params }) => listComments(actor, params.entity, params.id));

export const POST = endpoint<'entity' | 'id'>(async (context) => {
  const {
    actor,
    t,
    params: { entity, id },
  } = context;
  const added = await addComment(actor, entity, id, await context.body());
  const { path } = await readableRecord(actor, entity, id);
  const warnings = [
    added.withoutAccess.length > 0 && t('records.comment.withoutAccess', { names: added.withoutAccess.join(', ') }),
    added.unknown.length > 0 &&
      t('records.comment.unknown', {
        names: added.unknown.map((name) => `@${name}`).join(', '),
        count: added.unknown.length,
      }),
  ].filter(Boolean);
  const warning = warnings.length > 0 ? { kind: 'info' as const, text: warnings.join(' ') } : undefined;
  return postedBack(context, `${path(id)}#timeline`, warning) ?? created(added);
});
