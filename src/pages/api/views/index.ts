import { signedIn } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { viewPath } from '#lib/platform/saved-view.ts';
import { saveView } from '#lib/platform/saved-view-writing.server.ts';

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
