import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { keyInHeader } from '#lib/records/idempotency-key.ts';
import { makeOnce } from '#lib/records/idempotency.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { actAt } from './act-access.ts';
import type { AnyDocument } from './document.ts';
import type { Life } from './life.server.ts';
import { answerOf } from './reading.server.ts';

/**
 * The methods of `…/[id]/[act]`: each does the act of its noun and answers the document as it stands then; an act that
 * makes another document takes the header `Idempotency-Key`.
 */
export function actEndpoint<D extends AnyDocument>(life: Life<D>) {
  const { of } = life;
  const method = (name: 'POST' | 'DELETE') =>
    endpoint<'id' | 'act'>(async ({ actor, params, request, body }) => {
      const act = actAt(of, params.act, name);
      const input = await body();
      if (!of.acts[act]!.makes)
        return answerOf(actor, life, await life.operation(act)(actor, shownVersionOf(params.id, input), input));
      const once = { of, key: keyInHeader(request), content: { params, input } };
      const made = await makeOnce(actor, once, (by) => life.operation(act)(by, { id: params.id, version: 0 }, input));
      return created(await answerOf(actor, life, made));
    });
  return { POST: method('POST'), DELETE: method('DELETE') };
}
