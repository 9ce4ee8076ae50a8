import type { Actor } from '#lib/values/actor.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import type { EndpointContext } from '#lib/process/http/endpoint.server.ts';
import { postedBack } from '#lib/process/http/posted-back.server.ts';
import type { SavedView } from './saved-view.ts';

/**
 * The answer to an act on one view: the view as JSON; for a plain form the way back to the list as it stood (`to`),
 * with a message.
 */
export function viewDone(said: string, act: (actor: Actor, id: string, input: unknown) => Promise<SavedView>) {
  return async (context: EndpointContext<'id'>): Promise<unknown> => {
    const input = await context.body();
    const view = await act(context.actor, context.params.id, input);
    const back = safePath(String(input['to'] ?? '')) ?? view.address;
    return (
      postedBack(context, back, { kind: 'success', text: context.t(`records.views.${said}`, { name: view.name }) }) ??
      view
    );
  };
}
