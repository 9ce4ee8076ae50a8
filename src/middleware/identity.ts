import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { sessionPath } from '#lib/access/paths.ts';
import { proveIdentity } from '#lib/access/second-factor/identity-proof.server.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { formDataOf, isForm } from '#lib/process/http/body.server.ts';
import { withoutBody } from './without-body.ts';

const CONFIRM_IDENTITY = sessionPath.confirmIdentity;
/** The entries of the identity check are submitted together with those of the waiting form. */
const OWN_ENTRY = /^identity\.(\w+)$/;

/**
 * A form that was held back for an identity check is submitted again with the proof in it: the proof is checked and
 * removed, and the form continues as it was typed. A wrong proof shows the check again, with the form.
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
    await proveIdentity(locals.actor, proof);
  } catch (error) {
    if (!(error instanceof Refusal) || ![422, 429].includes(error.status)) throw error;
    return askWhoItIs(context, error);
  }
  locals.actor = { ...locals.actor, hasProvedIdentity: true };
  return next();
});

/**
 * Shows the identity check in place of the requested page, together with the form that was submitted to it. A page that
 * was only opened waits at its address, and so does one with a file upload: no page can put a file into a form again.
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

/** The page of the identity check on the way to another page. */
export function confirmPath(to: string): string {
  return `${CONFIRM_IDENTITY}?to=${encodeURIComponent(to)}`;
}
