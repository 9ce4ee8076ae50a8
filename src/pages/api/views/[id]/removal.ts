import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { removeView } from '#lib/platform/saved-views.server.ts';

/** Views are the person's own; anybody else's do not exist. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const { list, name } = await removeView(context.actor, context.params.id ?? '');
  return postedBack(context, list, { kind: 'success', text: context.t('records.views.removed', { name }) });
});
