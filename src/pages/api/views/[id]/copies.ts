import { signedIn } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { postedBack } from '#lib/platform/posted-back.server.ts';
import { viewPath } from '#lib/platform/saved-view.ts';
import { copyView } from '#lib/platform/saved-view-writing.server.ts';

/** An own copy, of any view the person has. */
export const access = { POST: signedIn() };

export const POST = endpoint(async (context) => {
  const { actor, params, t } = context;
  const view = await copyView(actor, params['id'] ?? '', (name) => t('records.views.copyOf', { name }));
  return (
    postedBack(context, viewPath(view), { kind: 'success', text: t('records.views.saved', { name: view.name }) }) ??
    created(view)
  );
});
