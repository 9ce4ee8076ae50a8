import type { AstroGlobal } from 'astro';
import { Refusal } from '#lib/values/refusal.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { bodyOf } from '#lib/process/http/body.server.ts';

export type Page = Pick<AstroGlobal, 'request' | 'response' | 'locals' | 'cookies' | 'url' | 'redirect'> & {
  clientAddress?: string;
};

/**
 * A form without a record (sign-in and similar), as it is shown again: with everything that was typed except passwords.
 */
export interface PostedForm {
  /** Its texts are `session.<name>`. */
  name:
    | 'signIn'
    | 'secondFactor'
    | 'confirmIdentity'
    | 'register'
    | 'forgotPassword'
    | 'resetPassword'
    | 'changePassword'
    | 'changeEmail';
  values: Record<string, string>;
  /** `field` is '' for errors of the form as a whole. */
  errors: { field: string; label: string; message: string }[];
  /** The refusal, for multi-step forms that continue from it. */
  refusal?: Refusal;
  /** The response, when the form need not be shown again: `if (form.done) return form.done;` */
  done?: Response;
}

const NEVER_SHOWN = new Set([
  'password',
  'passwordRepeat',
  'currentPassword',
  'token',
  'code',
  'recoveryCode',
  'assertion',
  'attestation',
]);

/** Hidden entries that are filled in by a script. */
const HIDDEN = new Set(['assertion', 'attestation']);

/**
 * On a POST passes the fields to `operation`, whose refusals become messages under the status of the refusal; 404 and
 * the identity check are passed on.
 */
export async function postedForm(
  page: Page,
  name: PostedForm['name'],
  operation: (fields: Record<string, unknown>) => Promise<Response>,
): Promise<PostedForm> {
  if (page.request.method !== 'POST') return { name, values: {}, errors: [] };
  const fields = await bodyOf(page.request);
  try {
    return { name, values: {}, errors: [], done: await operation(fields) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 404 || error.code === 'step-up-needed') throw error;
    return { name, refusal: error, ...refused(page, name, fields, error) };
  }
}

/** The message of a field, shown beside it. */
export function errorAt(form: PostedForm, field: string): string | undefined {
  return form.errors.find((error) => error.field === field)?.message;
}

function refused(
  { response, locals: { t } }: Page,
  form: string,
  fields: Record<string, unknown>,
  refusal: Refusal,
): Pick<PostedForm, 'values' | 'errors'> {
  response.status = refusal.status;
  if (refusal.details.retryAfter) response.headers.set('retry-after', String(refusal.details.retryAfter));
  const values = Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !NEVER_SHOWN.has(field))
      .map(([field, value]) => [field, String(value)]),
  );
  const atFields = refusal.errors.map((fault) =>
    HIDDEN.has(fault.path)
      ? { field: '', label: '', message: faultSentence(t, fault) }
      : { field: fault.path, label: t(`session.${form}.fields.${fault.path}`), message: faultSentence(t, fault) },
  );
  const whole = { field: '', label: '', message: t(`refusals.${refusal.code}`, refusal.details.params) };
  return { values, errors: atFields.length > 0 ? atFields : [whole] };
}
