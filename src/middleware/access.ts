import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { isSignedIn, type Actor } from '#lib/access/actor.ts';
import { isSwitchedOn } from '#lib/access/actor.server.ts';
import type { EndpointAccess, Need, PageDeclaration } from '#lib/access/page.ts';
import { Refusal, notAuthorized, notFound } from '#lib/kernel/refusal.ts';
import { endpointOf, pageOf } from './page-table.ts';
import { isApi } from './refusals.ts';
import { startOf } from './start.ts';

/** Pages a signed-in person may always open (specification, section 4). */
const CHANGE_PASSWORD = '/directory/my-profile/change-password';
const SECOND_FACTOR = '/pages/account-setting?tab=security';
const CONFIRM_IDENTITY = '/pages/confirm-identity';

/**
 * The navigation guard. Denies by default: what does not say who may open it never runs. The key is the route's
 * pattern and not the address, which can be written in many ways.
 */
export const access = defineMiddleware(async (context, next) => {
  const pattern = context.routePattern;
  if (context.locals.languageInPath) context.locals.route = pattern;
  const endpoint = await endpointOf(pattern);
  if (endpoint && context.locals.languageInPath) throw notFound();
  if (endpoint) return guardEndpoint(context, endpoint, next);
  // No address of ours: of an API a problem and not a page, and none of those that the framework adds (images, islands).
  if (isApi(context) || pattern.startsWith('/_')) throw notFound();
  const page = await pageOf(pattern);
  if (!page) throw new Error(`${pattern} does not declare who may open it`);
  context.locals.page = page;
  return (await guardPage(context, page)) ?? next();
});

function guardEndpoint(context: APIContext, declared: Record<string, EndpointAccess>, next: () => Promise<Response>): Promise<Response> {
  const method = context.request.method === 'HEAD' ? 'GET' : context.request.method;
  const needed = declared[method];
  if (!needed) throw new Refusal('method-not-allowed', 405);
  if (needed.kind === 'open') return next();
  const { actor } = context.locals;
  if (!isSignedIn(actor)) throw new Refusal('not-signed-in', 401);
  const ownSession = context.routePattern.startsWith('/api/session');
  const ownFactor = context.routePattern.startsWith('/api/session/second-factor');
  if (actor.mustChangePassword && (!ownSession || ownFactor)) throw new Refusal('password-must-change', 403);
  if (actor.mustSetUpSecondFactor && !ownSession) throw new Refusal('second-factor-must-be-set-up', 403);
  if (needed.kind === 'can') require(actor, needed.needs);
  return next();
}

async function guardPage(context: APIContext, page: PageDeclaration): Promise<Response | undefined> {
  const { actor } = context.locals;
  if (page.kind === 'public') {
    return page.signedOutOnly && isSignedIn(actor) ? context.redirect(await startOf(actor), 303) : undefined;
  }
  if (context.locals.languageInPath) throw notFound();
  if (!isSignedIn(actor)) throw new Refusal('not-signed-in', 401);
  const first = firstDuty(actor);
  if (first && !isPart(context, first)) return context.redirect(first, 303);
  if (page.can) {
    // Going to the dashboard without the right to it leads to the own start instead (specification, section 4).
    if (context.routePattern === '/dashboard' && !allows(actor, page.can)) return context.redirect(await startOf(actor), 303);
    require(actor, [page.can]);
  }
  return undefined;
}

/** The page of what somebody must do before anything else; null when there is nothing. */
function firstDuty(actor: Actor): string | null {
  if (actor.mustChangePassword) return CHANGE_PASSWORD;
  return actor.mustSetUpSecondFactor ? SECOND_FACTOR : null;
}

/** Whether the page is that of the duty (of pages with tabs this tab only), or asks who somebody is on the way to it. */
function isPart({ routePattern, url }: APIContext, duty: string): boolean {
  const { pathname, searchParams } = new URL(duty, url);
  return routePattern === CONFIRM_IDENTITY || (routePattern === pathname && url.searchParams.get('tab') === searchParams.get('tab'));
}

function require(actor: Actor, needs: readonly Need[]): void {
  if (needs.every(({ subject }) => !isSwitchedOn(subject))) throw notFound();
  if (!needs.some((need) => allows(actor, need))) throw notAuthorized();
}

const allows = (actor: Actor, { subject, anyOf }: Need): boolean => actor.ability.can(subject, ...anyOf);
