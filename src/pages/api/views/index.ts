import { signedIn } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { saveView } from '#lib/platform/saved-views.server.ts';

/** Views are the person's own. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const view = await saveView(context.actor, await context.body());
  return postedBack(context, view.address, { kind: 'success', text: context.t('records.views.saved', { name: view.name }) }) ?? created(view);
});
