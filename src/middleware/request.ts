import { defineMiddleware } from 'astro:middleware';
import { randomUUID } from 'node:crypto';
import { publicActor } from '#lib/values/actor.ts';
import { counting } from '#lib/process/database/database.server.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { requestUnderWay } from '#lib/process/http/request-under-way.server.ts';

/** Assigns the request's id (set by the HTTP server already, except under `astro dev`) and a visitor as actor. */
export const request = defineMiddleware(async (context, next) => {
  const { locals } = context;
  const underWay = requestUnderWay.getStore();
  locals.requestId ??= underWay?.requestId ?? randomUUID();
  locals.cachePage ??= underWay?.cachePage;
  // A page shown in place of another counts as the requested one.
  locals.route ??= context.routePattern;
  locals.actor = publicActor(factsOf(context));
  locals.statements = { count: 0 };
  const response = await counting.run(locals.statements, next);
  const { route, actor, statements } = locals;
  if (underWay) Object.assign(underWay, { route, actor, statements });
  return response;
});
