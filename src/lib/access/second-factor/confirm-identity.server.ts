import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import type { Page, PostedForm } from '#lib/access/session/posted-form.server.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import { methodsOf, secondFactorsOf, type Method } from './second-factor.server.ts';

/** The identity check for people who are signed in already. */
export interface IdentityCheck extends PostedForm {
  /** The methods that are accepted; the password where there are none. */
  methods: Method[];
  /** Where the proof is posted: to the form that waits for it, or to the page of the check. */
  address: string;
  /** The waiting form, as it was submitted. */
  entries: readonly [string, string][];
  /** Back, without a proof. */
  cancel: string;
}

/**
 * The identity check (step-up.server.ts). It is shown in place of a page whose form waits, or leads to the page in
 * `?to=`. The proof itself is checked before any page runs (middleware/identity.ts).
 */
export async function identityPage(page: Page): Promise<IdentityCheck> {
  const { actor, heldForm, t } = page.locals;
  const to = safePath(page.url.searchParams.get('to'));
  const { address = page.url.pathname + page.url.search, entries = [], refusal } = heldForm ?? {};
  const methods = actor.hasSecondFactor ? methodsOf(await secondFactorsOf(actor.id)) : [];
  const question: IdentityCheck = {
    name: 'confirmIdentity',
    values: {},
    errors: [],
    methods,
    address,
    entries,
    cancel: heldForm ? address : (to ?? '/'),
  };
  if (!heldForm && (page.request.method === 'POST' || (to && actor.hasProvedIdentity)))
    return { ...question, done: page.redirect(to ?? '/', 303) };
  if (!refusal) return question;
  const faults = refusal.errors.map((fault) => ({
    field: fault.path === 'assertion' ? '' : `identity.${fault.path}`,
    label: t(`session.confirmIdentity.fields.identity.${fault.path}`),
    message: faultSentence(t, fault),
  }));
  return {
    ...question,
    errors:
      faults.length > 0
        ? faults
        : [{ field: '', label: '', message: t(`refusals.${refusal.code}`, refusal.details.params) }],
  };
}
