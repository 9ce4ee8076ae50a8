import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import { viewPath } from '#lib/records/views/saved-view.ts';
import { copyView } from '#lib/records/views/saved-view-writing.server.ts';

/** An own copy, of any view the person has. */
export const access = { POST: signedIn() };

export const POST = endpoint<'id'>(async (context) => {
  const { actor, params, t } = context;
  const view = await copyView(actor, params.id, (name) => t('records.views.copyOf', { name }));
  return (
    postedBack(context, viewPath(view), { kind: 'success', text: t('records.views.saved', { name: view.name }) }) ??
    created(view)
  );
});
