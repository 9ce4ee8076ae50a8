import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import { viewPath } from '#lib/records/views/saved-view.ts';
import { saveView } from '#lib/records/views/saved-view-writing.server.ts';

/** Views are the person's own, unless they are shared with a team of theirs or, with the right to, with everybody. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const view = await saveView(context.actor, await context.body());
  return (
    postedBack(context, viewPath(view), {
      kind: 'success',
      text: context.t('records.views.saved', { name: view.name }),
    }) ?? created(view)
  );
});
