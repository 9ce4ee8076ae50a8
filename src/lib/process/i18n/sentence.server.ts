import type { Translate } from '#lib/values/languages.ts';
import { isTranslated } from './translator.server.ts';
import type { FieldError } from '#lib/values/refusal.ts';

/** The fault of one form field, in the reader's language. */
export function faultSentence(t: Translate, { code, params }: Pick<FieldError, 'code' | 'params'>): string {
  const key = isTranslated(`validation.${code}`, 'en') ? `validation.${code}` : `refusals.${code}`;
  if (params?.['scopes'] === undefined) return t(key, params);
  return t(key, {
    ...params,
    scopes: String(params['scopes'])
      .split(', ')
      .map((scope) => codeWords(t, scope))
      .join(', '),
  });
}

/** A right on a subject, 'Department:read', in words; any other code as it is. */
export function codeWords(t: Translate, code: string): string {
  const [subject = '', action = ''] = code.split(':');
  const keys = [`access.subjects.${subject}`, `access.actions.${action}`];
  return keys.every((key) => isTranslated(key, 'en')) ? keys.map((key) => t(key)).join(': ') : code;
}
