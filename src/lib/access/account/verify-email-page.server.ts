import { Refusal } from '#lib/values/refusal.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { confirmEmail, emailOfLink } from './email-change.server.ts';
import type { Page } from '#lib/access/session/posted-form.server.ts';

/** State of the page that confirms a new address. */
export type VerificationState =
  { state: 'invalid' | 'taken' } | { state: 'asked' | 'confirmed'; email: string; username: string };

/**
 * Confirms an address by its link and a button. Viewing the page changes nothing: programs that scan mails open every
 * link.
 */
export async function verifyEmailPage(page: Page, token: string): Promise<VerificationState> {
  page.response.headers.set('referrer-policy', 'same-origin');
  page.response.headers.set('x-robots-tag', 'noindex, nofollow');
  const known = await emailOfLink(token);
  if (!known) {
    page.response.status = 404;
    return { state: 'invalid' };
  }
  if (page.request.method !== 'POST') return { state: 'asked', ...known };
  try {
    await confirmEmail(token, factsOf(page));
    return { state: 'confirmed', ...known };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'email-taken') throw error;
    page.response.status = error.status;
    return { state: 'taken' };
  }
}
