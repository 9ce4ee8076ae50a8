import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { ownDashboardPath } from '#lib/dashboards/paths.ts';
import { profilePath, accountPath, refusalPath, sessionPath, sessionApi } from '#lib/access/paths.ts';
import { isAppClient, isSignedIn } from '#lib/values/actor.ts';
import { isGrantable } from '#lib/access/tokens/client-scopes.ts';
import { allows, firstRequiredAction, requireAny } from '#lib/access/session/guard.server.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import type { EndpointAccess, PageDeclaration } from '#lib/access/session/page.ts';
import { ownEntry } from '#lib/values/entries.ts';
import { Refusal, notFound, unknownAddress } from '#lib/values/refusal.ts';
import { endpointOf, pageOf } from './page-table.ts';
import { isApi } from './refusals.ts';
import { startPageOf } from './start.ts';

/** Pages a signed-in person may always open (specification, section 4). */
const DUTIES = {
  'change-password': profilePath.changePassword,
  'set-up-second-factor': accountPath.tab('security'),
};
const CONFIRM_IDENTITY = sessionPath.confirmIdentity;

/**
 * The access guard. Denies by default: a route that does not declare who may open it never runs. The key is the route's
 * pattern and not the address, which can be written in many ways.
 */
export const access = defineMiddleware(async (context, next) => {
  const pattern = context.routePattern;
  if (context.locals.languageInPath) context.locals.route = pattern;
  const endpoint = await endpointOf(pattern);
  if (endpoint && context.locals.languageInPath) throw notFound();
  if (endpoint) return guardEndpoint(context, endpoint, next);
  // Not one of our addresses: a problem for an API rather than a page, and none of those that the framework adds
  // (images, islands).
  if (isApi(context) || pattern.startsWith('/_')) throw notFound();
  // The page of failures is shown in place of another, never by its own address.
  if (pattern === refusalPath.failure && isAskedFor(context, pattern)) throw notFound();
  const page = await pageOf(pattern);
  if (!page) throw new Error(`${pattern} does not declare who may open it`);
  context.locals.page = page;
  return (await guardPage(context, page)) ?? next();
});

const isAskedFor = ({ request, locals }: APIContext, pattern: string): boolean =>
  !locals.failure && new URL(request.url).pathname.replace(/\/$/, '').endsWith(pattern);

function guardEndpoint(
  context: APIContext,
  declared: Record<string, EndpointAccess>,
  next: () => Promise<Response>,
): Promise<Response> {
  const method = context.request.method === 'HEAD' ? 'GET' : context.request.method;
  const declaredFor = declared[method];
  const needed =
    declaredFor?.kind === 'by-act' ? ownEntry(declaredFor.acts, context.params['act'] ?? '')?.access : declaredFor;
  if (!needed && declaredFor) throw notFound();
  if (!needed) throw new Refusal('method-not-allowed', 405);
  if (needed.kind === 'open') return next();
  const { actor } = context.locals;
  if (isAppClient(actor)) return guardClient(context, needed, next);
  if (!isSignedIn(actor)) throw new Refusal('not-signed-in', 401);
  const ownSession = context.routePattern.startsWith(sessionApi.own);
  const ownFactor = context.routePattern.startsWith(sessionApi.ownFactor);
  const duty = firstRequiredAction(actor);
  if (duty === 'change-password' && (!ownSession || ownFactor)) throw new Refusal('password-must-change', 403);
  if (duty === 'set-up-second-factor' && !ownSession) throw new Refusal('second-factor-must-be-set-up', 403);
  if (needed.kind === 'can') requireAny(actor, needed.needs);
  return next();
}

/**
 * An app client may use what a right of the catalogue permits, and never what needs a person; the right that permitted
 * it is recorded.
 */
function guardClient({ locals }: APIContext, needed: EndpointAccess, next: () => Promise<Response>): Promise<Response> {
  if (needed.kind === 'caller') return next();
  if (needed.kind !== 'can' || needed.byPeople) throw new Refusal('people-only', 403);
  const asked = needed.needs.flatMap(({ subject, anyOf }) =>
    anyOf
      .filter((action) => isGrantable(subject, action))
      .map((action) => ({ subject, action, scope: `${subject}:${action}` })),
  );
  if (asked.length === 0) throw new Refusal('people-only', 403);
  const given = asked.find(({ subject, action }) => locals.actor.ability.can(subject, action));
  if (!given)
    throw new Refusal('insufficient-scope', 403, { params: { scopes: asked.map(({ scope }) => scope).join(' ') } });
  locals.clientCall!.scope = given.scope;
  return next();
}

async function guardPage(context: APIContext, page: PageDeclaration): Promise<Response | undefined> {
  const { actor } = context.locals;
  if (page.kind === 'public') {
    return page.signedOutOnly && isSignedIn(actor) ? context.redirect(await startPageOf(actor), 303) : undefined;
  }
  if (context.locals.languageInPath) throw unknownAddress();
  if (!isSignedIn(actor)) throw new Refusal('not-signed-in', 401);
  const duty = firstRequiredAction(actor);
  if (duty && !isPart(context, DUTIES[duty])) return context.redirect(DUTIES[duty], 303);
  if (page.can) {
    // Opening the dashboard without the right to it leads to the redirect address, if there is one (specification,
    // section 4).
    const { personalRedirect } = actor;
    if (
      context.routePattern === ownDashboardPath.page &&
      !allows(actor, page.can) &&
      personalRedirect &&
      (await isOpenPage(actor, personalRedirect))
    )
      return context.redirect(personalRedirect, 303);
    requireAny(actor, [page.can]);
  }
  return undefined;
}

/**
 * Whether the page is that of the required action (of pages with tabs this tab only), or an identity check on the way
 * to it.
 */
function isPart({ routePattern, url }: APIContext, duty: string): boolean {
  const { pathname, searchParams } = new URL(duty, url);
  return (
    routePattern === CONFIRM_IDENTITY ||
    (routePattern === pathname && url.searchParams.get('tab') === searchParams.get('tab'))
  );
}
