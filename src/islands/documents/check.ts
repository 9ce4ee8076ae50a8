import { set, type FieldErrors, type Resolver } from 'react-hook-form';
import { faultsOf } from '#lib/documents/form/check.ts';
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import type { DocumentFormProps, Typed } from '#lib/documents/form/form.ts';
import type { Translate } from '#lib/values/languages.ts';

/** Checks what is typed by the declaration that the server checks with; what needs the server's knowledge it says itself. */
export function checkBy(
  form: DocumentFormProps,
  rules: DocumentRules,
  t: Translate,
  sending: () => boolean,
): Resolver<Typed> {
  return (typed) => {
    const errors: FieldErrors<Typed> = {};
    for (const { path, code, params } of faultsOf(typed, rules, form, sending()))
      set(errors, path, { type: code, message: t(`validation.${code}`, params) });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
  };
}
