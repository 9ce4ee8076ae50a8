import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { consentByLink, newsOfLink } from './mail-consent.server.ts';
import { publicActor } from '#lib/values/actor.ts';
import type { Page } from '#lib/access/session/posted-form.server.ts';

/** What the page of a link in news says: it is not good, news still come, or they come no more. */
export type Unsubscribing = { state: 'invalid' } | { state: 'agreed' | 'ended'; address: string };

/**
 * Ends news by the link of a mail, in one step: the button of the page, or a mail program's own (RFC 8058). Looking at the
 * page changes nothing, since programs that look at mails open every link.
 */
export async function unsubscribeDoor(page: Page, token: string): Promise<Unsubscribing> {
  page.response.headers.set('referrer-policy', 'same-origin');
  page.response.headers.set('x-robots-tag', 'noindex, nofollow');
  const known = await newsOfLink(token);
  if (!known) {
    page.response.status = 404;
    return { state: 'invalid' };
  }
  if (page.request.method !== 'POST') return { state: known.agreed ? 'agreed' : 'ended', address: known.address };
  const form = await formDataOf(page.request);
  const wanted = form.get('act') === 'resume';
  await consentByLink(
    publicActor(factsOf(page)),
    token,
    wanted,
    form.get('List-Unsubscribe') === 'One-Click' ? 'mail-program' : 'unsubscribe-page',
  );
  return { state: wanted ? 'agreed' : 'ended', address: known.address };
}
