import type { APIRoute } from 'astro';
import { created, endpoint, type EndpointContext } from '#lib/process/http/endpoint.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from './entity.ts';
import { keyInHeader } from './idempotency-key.ts';
import { makeOnce } from './idempotency.server.ts';

/** What a creation is called with. */
export interface Creation<P extends string> {
  actor: Actor;
  params: EndpointContext<P>['params'];
  /** The body. */
  input: Record<string, unknown>;
}

/**
 * The method that makes a record: 201 with it, or with what `answer` gives for it. With the header `Idempotency-Key`
 * equal requests make one record (`makeOnce`).
 */
export function createEndpoint<R, const P extends string = never>(
  of: AnyEntity,
  operation: (creation: Creation<P>) => Promise<R>,
  answer: (actor: Actor, record: R) => unknown = (_, record) => record,
): APIRoute {
  return endpoint<P>(async ({ actor, params, request, body }) => {
    const key = keyInHeader(request);
    const input = await body();
    const record = await makeOnce(actor, { of, key, content: { params, input } }, (by) =>
      operation({ actor: by, params, input }),
    );
    return created(await answer(actor, record));
  });
}
