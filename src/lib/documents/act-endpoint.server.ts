import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { seenOf } from '#lib/records/version.server.ts';
import { actAt } from './acts.server.ts';
import type { AnyDocument } from './document.ts';
import type { Life } from './life.server.ts';
import { answerOf } from './reading.server.ts';

/** The methods of `…/[id]/[act]`: each does the act of its noun and answers the document as it stands then. */
export function actEndpoint<D extends AnyDocument>(life: Life<D>) {
  const method = (name: 'POST' | 'DELETE') =>
    endpoint<'id' | 'act'>(async ({ actor, params, body }) => {
      const act = actAt(life.of, params.act, name);
      const input = await body();
      const { makes } = life.of.acts[act]!;
      const seen = makes ? { id: params.id, version: 0 } : seenOf(params.id, input);
      const answer = await answerOf(actor, life, await life.operation(act)(actor, seen, input));
      return makes ? created(answer) : answer;
    });
  return { POST: method('POST'), DELETE: method('DELETE') };
}
