import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { sessionPath, refusalPath } from '#lib/access/paths.ts';
import { isAppClient, isSignedIn } from '#lib/values/actor.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { readableAt } from '#lib/records/readable-at.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { DATABASE_AWAY, DISK_FULL, refusalOf } from '#lib/records/constraint.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { localizePath } from '#lib/values/localize.ts';
import { defaultLanguage } from '#lib/values/languages.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { formDataOf, isForm } from '#lib/process/http/body.server.ts';
import { seeOther } from '#lib/process/http/endpoint.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import { noteFullDisk } from '#lib/process/config/full-disk.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { logAway } from '#lib/process/database/away-log.server.ts';
import { MISSING_MIGRATION, lacksMigration } from '#lib/process/database/missing-migration.ts';
import { problem } from '#lib/process/http/problem.server.ts';
import { awayPage } from './away-page.ts';
import { askWhoItIs, confirmPath } from './identity.ts';
import { withoutBody } from './without-body.ts';

/** The one place that catches: a refusal becomes a page or a problem document, anything else the default message. */
export const refusals = defineMiddleware(async (context, next) => {
  try {
    return await next();
  } catch (error) {
    const refusal = error instanceof Refusal ? error : (ofDatabase(context, error) ?? unexpected(context, error));
    await logRefusedAccess(context, refusal);
    if (isApi(context))
      return backWith(context, refusal) ?? problem(refusal, context.locals.t, context.locals.requestId);
    return page(context, refusal);
  }
});

/**
 * Whether an API was called (except its HTML documentation), so that a refusal is `application/problem+json` and not a
 * page.
 */
export const isApi = (context: Pick<APIContext, 'url'>): boolean => /^\/api\/(?!docs\/?$)/.test(context.url.pathname);

/**
 * For a page's plain form posted to an endpoint: back to that page with the message, because nobody reads a document
 * there. A file that needs a proof leads from the page of its link to the identity check.
 */
function backWith(
  { request, url, cookies, locals: { t } }: APIContext,
  { status, code, errors, details }: Refusal,
): Response | undefined {
  const from = URL.parse(request.headers.get('referer') ?? '');
  const isReader = (request.headers.get('accept') ?? '').includes('text/html');
  const isRead = isReader && isForm(request);
  const path = from?.host === url.host ? safePath(from.pathname + from.search) : null;
  if (isReader && path !== null && code === 'step-up-needed')
    return new Response(null, { status: 303, headers: { location: confirmPath(path) } });
  if (!isRead || ![404, 409, 422].includes(status) || path === null) return undefined;
  setFlash(cookies, {
    kind: 'error',
    text: errors[0] ? faultSentence(t, errors[0]) : t(`refusals.${code}`, details.params),
  });
  return seeOther(path);
}

/** A constraint violation that only the database noticed; logged, because a schema should have caught it. */
function ofDatabase(context: APIContext, error: unknown): Refusal | null {
  const refusal = refusalOf(error);
  if (refusal?.code === DATABASE_AWAY) logAway(error);
  else if (refusal?.code === DISK_FULL) noteFullDisk(error);
  else if (refusal)
    log.warn(
      { err: error, requestId: context.locals.requestId, path: context.url.pathname },
      'refused by the database',
    );
  return refusal;
}

function unexpected(context: APIContext, error: unknown): Refusal {
  log.error(
    { err: error, requestId: context.locals.requestId, path: context.url.pathname },
    lacksMigration(error) ? MISSING_MIGRATION : 'unexpected failure',
  );
  return new Refusal('unexpected', 500, { params: { requestId: context.locals.requestId } });
}

/** The page of wrong addresses, in the language that the wrong one named. */
const notFoundPage = ({ languageInPath }: App.Locals): string =>
  localizePath(refusalPath.notFound, languageInPath ?? defaultLanguage);

/**
 * A page: sign-in (401), the page of wrong addresses, the identity check (403 `step-up-needed`), the not-authorized
 * page (403; with the texts of a posted form), the record's own page in place of the form of one that may only be read,
 * the neutral 404 page in place of a record out of reach or a link that is not valid, else the error page with its
 * message; also for a post from another site, which lacks no right and must not be redirected.
 */
async function page(context: APIContext, refusal: Refusal): Promise<Response> {
  const { pathname, search } = context.url;
  const { actor, t } = context.locals;
  const isGet = context.request.method === 'GET';
  if ([DATABASE_AWAY, DISK_FULL].includes(refusal.code)) return awayPage(context, refusal);
  if (refusal.status === 401) return context.redirect(sessionPath.signInTo(isGet ? pathname + search : pathname), 303);
  if (refusal.details.unknownAddress) return context.redirect(notFoundPage(context.locals), 303);
  if (refusal.code === 'step-up-needed') return askWhoItIs(context);
  const readable = isSignedIn(actor) && refusal.status === 404 && isGet ? await readableAt(actor, pathname) : null;
  if (readable !== null) {
    setFlash(context.cookies, { kind: 'error', text: t('refusals.yours-to-read-only') });
    return context.redirect(readable, 303);
  }
  const isLacking = refusal.status === 403 && refusal.code !== 'cross-origin';
  // When a right was lost while somebody was typing, the text is shown once more, because its form is not.
  const typed = isLacking ? await wordsTyped(context.request) : '';
  if (isLacking && typed === '') return context.redirect(refusalPath.notAuthorized, 303);
  context.locals.failure = { code: refusal.code, status: refusal.status, params: refusal.details.params, typed };
  const shown = await context.rewrite(
    withoutBody(
      context,
      isLacking ? refusalPath.notAuthorized : refusal.status === 404 ? refusalPath.notFound : refusalPath.failure,
    ),
  );
  const headers = new Headers(shown.headers);
  if (refusal.details.retryAfter) headers.set('retry-after', String(refusal.details.retryAfter));
  return new Response(shown.body, { status: refusal.status, headers });
}

async function logRefusedAccess(context: APIContext, refusal: Refusal): Promise<void> {
  const { actor } = context.locals;
  // An identity check is not a refused access.
  if (refusal.status !== 403 || refusal.code === 'step-up-needed' || !(isSignedIn(actor) || isAppClient(actor))) return;
  await logActivity(actor, {
    event: 'access.refused',
    subject: context.locals.page?.can?.subject ?? 'Auth',
    outcome: 'refused',
    reasonCode: refusal.code,
    params: { method: context.request.method, path: context.url.pathname },
  }).catch((error: unknown) => log.error({ err: error }, 'a refusal could not be logged'));
}

/** The free text a person typed in a posted form; '' for anything else. */
async function wordsTyped(request: Request): Promise<string> {
  if (request.method !== 'POST' || !isForm(request)) return '';
  const form = await formDataOf(request).catch(() => null);
  return (
    ['comment', 'reason', 'text']
      .map((name) => form?.get(name))
      .find((value) => typeof value === 'string' && value.trim() !== '')
      ?.toString() ?? ''
  );
}
