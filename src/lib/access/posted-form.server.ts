import type { AstroGlobal } from 'astro';
import { Refusal } from '#lib/kernel/refusal.ts';
import { faultSentence } from '#lib/kernel/sentence.server.ts';
import { bodyOf } from '#lib/platform/body.server.ts';

export type Page = Pick<AstroGlobal, 'request' | 'response' | 'locals' | 'cookies' | 'url' | 'redirect'> & { clientAddress?: string };

/** A form that belongs to no record (sign-in and its neighbours), as it is shown again: all that was typed but passwords. */
export interface PostedForm {
  /** Its words are `session.<name>`. */
  name: 'signIn' | 'register' | 'forgotPassword' | 'resetPassword' | 'changePassword';
  values: Record<string, string>;
  /** `field` is '' for what is wrong with the whole. */
  errors: { field: string; label: string; message: string }[];
  /** The answer, when there is nothing to show again: `if (form.done) return form.done;` */
  done?: Response;
}

const NEVER_SHOWN = new Set(['password', 'passwordRepeat', 'currentPassword', 'token']);

/** On a POST hands the fields to `operation`, whose refusals become messages under the status of the refusal; 404 goes its own way. */
export async function postedForm(
  page: Page, name: PostedForm['name'], operation: (fields: Record<string, unknown>) => Promise<Response>,
): Promise<PostedForm> {
  if (page.request.method !== 'POST') return { name, values: {}, errors: [] };
  const fields = await bodyOf(page.request);
  try {
    return { name, values: {}, errors: [], done: await operation(fields) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 404) throw error;
    return { name, ...refused(page, name, fields, error) };
  }
}

/** The message of a field, for beside it. */
export function errorAt(form: PostedForm, field: string): string | undefined {
  return form.errors.find((error) => error.field === field)?.message;
}

function refused({ response, locals: { t } }: Page, form: string, fields: Record<string, unknown>, refusal: Refusal): Omit<PostedForm, 'name'> {
  response.status = refusal.status;
  if (refusal.details.retryAfter) response.headers.set('retry-after', String(refusal.details.retryAfter));
  const values = Object.fromEntries(Object.entries(fields).filter(([field]) => !NEVER_SHOWN.has(field)).map(([field, value]) => [field, String(value)]));
  const atFields = refusal.errors.map((fault) => ({ field: fault.path, label: t(`session.${form}.fields.${fault.path}`), message: faultSentence(t, fault) }));
  const whole = { field: '', label: '', message: t(`refusals.${refusal.code}`, refusal.details.params) };
  return { values, errors: atFields.length > 0 ? atFields : [whole] };
}
