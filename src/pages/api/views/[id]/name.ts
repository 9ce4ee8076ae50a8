import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { renameView } from '#lib/platform/saved-views.server.ts';

/** Views are the person's own; anybody else's do not exist. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const view = await renameView(context.actor, context.params.id ?? '', await context.body());
  return postedBack(context, view.address, { kind: 'success', text: context.t('records.views.renamed', { name: view.name }) }) ?? view;
});
