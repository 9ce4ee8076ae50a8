import { defineMiddleware } from 'astro:middleware';
import { isSignedIn } from '#lib/values/actor.ts';
import { counting } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { recordOpened, recordShownAt } from '#lib/on-records/recent-records.server.ts';

/** Records which record a person has opened: after the page was rendered, so that nobody waits for it. */
export const recent = defineMiddleware(async (context, next) => {
  const response = await next();
  const { actor, requestId } = context.locals;
  const entity =
    context.request.method === 'GET' && response.status === 200 && isSignedIn(actor)
      ? recordShownAt(context.routePattern)
      : undefined;
  const isLooking = !context.request.headers.get('sec-purpose')?.includes('prefetch');
  if (entity && isLooking) {
    // Does not count towards the page's statements.
    counting.exit(
      () =>
        void recordOpened(actor, entity, context.params['id'] ?? '').catch((err: unknown) =>
          log.warn({ err, requestId }, 'an opened record is not remembered'),
        ),
    );
  }
  return response;
});
