import { sessionPath } from '#lib/access/paths.ts';
import { ownEntry } from '#lib/values/entries.ts';
import { invalidField, unknownAddress } from '#lib/values/refusal.ts';
import { bodyOf } from '#lib/process/http/body.server.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import {
  personOfResetLink,
  requestPasswordReset,
  resetPassword,
  type PersonOfLink,
} from '#lib/access/account/password-reset.server.ts';
import { postedForm, type Page, type PostedForm } from '#lib/access/session/posted-form.server.ts';
import { register } from '#lib/access/account/registration.server.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { knownDevice, rememberDevice, type KnownDevice } from '#lib/access/session/known-device.server.ts';
import { signedInResponse } from '#lib/access/session/session-cookie.server.ts';
import { signInWithPasskey, signInWithSecondFactor } from './second-factor-sign-in.server.ts';
import type { SecondStep } from './second-step.server.ts';
import type { SignedIn } from '#lib/access/session/session.server.ts';
import { signIn } from './sign-in.server.ts';

export interface SignInForm extends PostedForm {
  /** The password was correct, and a second factor is needed. */
  step?: SecondStep;
}

/**
 * Signs in, in two steps where there is a second factor, or by a passkey, and redirects to the requested page, if it is
 * one of ours.
 */
export async function signInPage(page: Page): Promise<SignInForm> {
  const posted = page.request.method === 'POST' ? await bodyOf(page.request) : {};
  if ('challenge' in posted) return secondStepPage(page);
  const form = await postedForm(page, 'signIn', (fields) =>
    comeIn(page, fields.assertion ? signInWithPasskey : signIn, fields),
  );
  if (form.refusal?.code !== 'second-factor-needed') return form;
  page.response.status = 200;
  return { name: 'secondFactor', values: {}, errors: [], step: stepIn(form) };
}

/** The second step; returns to the first when it took too long or was tried too often. */
async function secondStepPage(page: Page): Promise<SignInForm> {
  const form = await postedForm(page, 'secondFactor', (fields) => comeIn(page, signInWithSecondFactor, fields));
  const step = stepIn(form);
  return form.done || step ? { ...form, step } : { ...form, name: 'signIn', values: {} };
}

async function comeIn(
  page: Page,
  way: (input: unknown, facts: RequestFacts, device: KnownDevice | null) => Promise<SignedIn>,
  fields: Record<string, unknown>,
): Promise<Response> {
  signedInResponse(page.cookies, await way(fields, factsOf(page), knownDevice(page.cookies)));
  return page.redirect(safePath(page.url.searchParams.get('to')) ?? '/', 303);
}

const stepIn = ({ refusal }: PostedForm) => refusal?.details.more as SecondStep | undefined;

/** Requests an account, then confirms the request. */
export function registrationPage(page: Page): Promise<PostedForm> {
  return postedForm(page, 'register', async (fields) => {
    await register(fields, factsOf(page));
    return page.redirect(`${page.url.pathname}?sent`, 303);
  });
}

/** Requests a link to set the password, then shows the same confirmation to everyone. */
export function forgotPasswordPage(page: Page): Promise<PostedForm> {
  return postedForm(page, 'forgotPassword', async (fields) => {
    await requestPasswordReset(fields, factsOf(page));
    return page.redirect(`${page.url.pathname}?sent`, 303);
  });
}

export interface ResetForm extends PostedForm {
  /**
   * 'good' and 'invalid' describe a link in the address; 'typed' means that the code of the link is an entry of the
   * form.
   */
  link: 'good' | 'invalid' | 'typed';
  person: PersonOfLink | null;
}

/**
 * Sets the password by a link, then lets the person sign in with it, whoever else guesses meanwhile: the mail proved
 * whose browser it is. For an invalid or expired link the status is 404.
 */
export async function resetPasswordPage(page: Page, token: string | undefined): Promise<ResetForm> {
  // The address contains the token: the referrer is sent to our own site only, which checks where a form came from.
  page.response.headers.set('referrer-policy', 'same-origin');
  const person = token ? await personOfResetLink(token) : null;
  if (token && !person) {
    page.response.status = 404;
    return { name: 'resetPassword', values: {}, errors: [], link: 'invalid', person };
  }
  const form = await postedForm(page, 'resetPassword', async (fields) => {
    if (!token && !(await personOfResetLink(String(fields.token ?? '')))) throw invalidField('token', 'link-not-valid');
    rememberDevice(page.cookies, await resetPassword(token ? { ...fields, token } : fields, factsOf(page)));
    return page.redirect(sessionPath.signInAfter('password-set'), 303);
  });
  return { ...form, link: token ? 'good' : 'typed', person };
}

const VARIANTS: Record<string, (page: Page) => Promise<PostedForm>> = {
  login: signInPage,
  register: registrationPage,
  'forgot-password': forgotPasswordPage,
  'reset-password': (page) => resetPasswordPage(page, page.url.searchParams.get('token') ?? undefined),
};

/**
 * The same pages in another layout: 'login-v1' is centred, 'login-v2' is beside a plain half. 404 for any other name.
 */
export async function signInVariantPage(page: Page, variant: string): Promise<PostedForm & { split: boolean }> {
  const [, name = '', version] = /^([a-z-]+)-v([12])$/.exec(variant) ?? [];
  const show = ownEntry(VARIANTS, name);
  if (!show) throw unknownAddress();
  return { ...(await show(page)), split: version === '2' };
}
