import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { sessionPath } from '#lib/access/paths.ts';
import { proveIdentity } from '#lib/access/second-factor/identity-proof.server.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { formDataOf, isForm } from '#lib/process/http/body.server.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { withoutBody } from './without-body.ts';

const CONFIRM_IDENTITY = sessionPath.confirmIdentity;
/** The entries of the question stand beside those of the form that waits for its answer. */
const OWN_ENTRY = /^identity\.(\w+)$/;

/**
 * A form that was held back for a proof comes again with the answer in it: the proof is checked and taken out, and the
 * form goes on as it was typed. A wrong answer shows the question again, the form still with it.
 */
export const identity = defineMiddleware(async (context, next) => {
  const { request, locals } = context;
  if (request.method !== 'POST' || !isSignedIn(locals.actor) || !isForm(request)) return next();
  const form = await formDataOf(request);
  const proof = Object.fromEntries(
    [...form].flatMap(([name, value]) => (OWN_ENTRY.test(name) ? [[OWN_ENTRY.exec(name)![1]!, value]] : [])),
  );
  if (Object.keys(proof).length === 0) return next();
  for (const name of Object.keys(proof)) form.delete(`identity.${name}`);
  try {
    await proveIdentity(locals.actor, proof, factsOf(context));
  } catch (error) {
    if (!(error instanceof Refusal) || ![422, 429].includes(error.status)) throw error;
    return askWhoItIs(context, error);
  }
  locals.actor = { ...locals.actor, hasProvedIdentity: true };
  return next();
});

/**
 * Asks who it is in place of the page that was asked for, keeping the form that was sent to it. A page that was only
 * opened waits at its address, and so does one that was sent a file: no page can put a file into a form again.
 */
export async function askWhoItIs(context: APIContext, refusal?: Refusal): Promise<Response> {
  const { request, url, locals } = context;
  const address = url.pathname + url.search;
  const sent = request.method === 'POST' && isForm(request) ? [...(await formDataOf(request))] : null;
  if (!sent || sent.some(([, value]) => typeof value !== 'string' && value.size > 0))
    return context.redirect(confirmPath(address), 303);
  const entries = sent.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  locals.heldForm = { address, entries, refusal };
  const shown = await context.rewrite(withoutBody(context, CONFIRM_IDENTITY));
  const headers = new Headers(shown.headers);
  if (refusal?.details.retryAfter) headers.set('retry-after', String(refusal.details.retryAfter));
  return new Response(shown.body, { status: refusal?.status ?? 403, headers });
}

/** Where somebody proves who they are on the way to a page. */
export function confirmPath(to: string): string {
  return `${CONFIRM_IDENTITY}?to=${encodeURIComponent(to)}`;
}
