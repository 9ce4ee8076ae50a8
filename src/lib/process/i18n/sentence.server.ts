import type { Translate } from '#lib/values/languages.ts';
import { isTranslated } from './translator.server.ts';
import type { FieldError, Refusal } from '#lib/values/refusal.ts';

/** The sentence that names the bound, for faults that know it, by the name of the bound. */
const BOUNDED: Record<string, readonly [bound: string, key: string]> = {
  'too-small': ['minimum', 'validation.at-least'],
  'too-large': ['maximum', 'validation.at-most'],
  'too-long': ['maximum', 'validation.shorter'],
  'too-many': ['maximum', 'validation.fewer'],
};

/** The fault of one form field, in the reader's language. */
export function faultSentence(t: Translate, { code, params }: Pick<FieldError, 'code' | 'params'>): string {
  const [bound, bounded] = BOUNDED[code] ?? [];
  if (bounded && params?.[bound!] !== undefined) return t(bounded, params);
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

/** A fault of one entry: its path ('lines.0.quantity'), its code, and the sentence for the reader. */
export interface WordedFault {
  path: string;
  code: string;
  message: string;
}

/** Faults of entries in the reader's language, in their order. */
export function wordedFaults(t: Translate, faults: readonly FieldError[]): WordedFault[] {
  return faults.map((fault) => ({ path: fault.path, code: fault.code, message: faultSentence(t, fault) }));
}

/** Why something was refused: the faults of its entries, or `problem`, one sentence about the whole where there are none. */
export function wordedRefusal(
  t: Translate,
  { code, details, errors }: Pick<Refusal, 'code' | 'details' | 'errors'>,
): { errors: WordedFault[]; problem: string | null } {
  return { errors: wordedFaults(t, errors), problem: errors.length > 0 ? null : t(`refusals.${code}`, details.params) };
}

/** A right on a subject, 'Department:read', in words; any other code as it is. */
export function codeWords(t: Translate, code: string): string {
  const [subject = '', action = ''] = code.split(':');
  const keys = [`access.subjects.${subject}`, `access.actions.${action}`];
  return keys.every((key) => isTranslated(key, 'en')) ? keys.map((key) => t(key)).join(': ') : code;
}
