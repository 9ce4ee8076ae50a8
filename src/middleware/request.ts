import { defineMiddleware } from 'astro:middleware';
import { randomUUID } from 'node:crypto';
import { publicActor } from '#lib/access/actor.ts';
import { counting } from '#lib/platform/database.server.ts';
import { factsOf } from '#lib/platform/endpoint.server.ts';

/** Gives the request its id (the HTTP server has chosen it already, except under `astro dev`) and a visitor as actor. */
export const request = defineMiddleware((context, next) => {
  context.locals.requestId ??= randomUUID();
  context.locals.actor = publicActor(factsOf(context));
  context.locals.statements = { count: 0 };
  return counting.run(context.locals.statements, next);
});
