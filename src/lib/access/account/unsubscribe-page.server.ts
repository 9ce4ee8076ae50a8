import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { consentByLink, subscriptionOfLink } from './mail-consent.server.ts';
import { publicActor } from '#lib/values/actor.ts';
import type { Page } from '#lib/access/session/posted-form.server.ts';

/** State of the unsubscribe page: the link is invalid, the subscription is active, or it has ended. */
export type UnsubscribeState = { state: 'invalid' } | { state: 'agreed' | 'ended'; address: string };

/**
 * Unsubscribes from promotional mails by the link of a mail, in one step: the button of the page, or a mail program's
 * own (RFC 8058). Viewing the page changes nothing, because programs that scan mails open every link.
 */
export async function unsubscribePage(page: Page, token: string): Promise<UnsubscribeState> {
  page.response.headers.set('referrer-policy', 'same-origin');
  page.response.headers.set('x-robots-tag', 'noindex, nofollow');
  const known = await subscriptionOfLink(token);
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
