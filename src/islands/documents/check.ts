import { formatCents } from '#lib/values/money.ts';
import { set, type FieldErrors, type Resolver } from 'react-hook-form';
import { faultsOf } from '#lib/documents/form/check.ts';
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import type { Typed } from '#lib/documents/form/form.ts';
import type { Translate } from '#lib/values/languages.ts';

/** Checks what is typed by the declaration that the server checks with; what needs the server's knowledge it says itself. */
export function checkBy(
  form: Parameters<typeof faultsOf>[2],
  rules: DocumentRules,
  t: Translate,
  /** The kinds of the files that would be sent with it; null when it is saved only. */
  sending: () => readonly string[] | null,
): Resolver<Typed> {
  return (typed) => {
    const errors: FieldErrors<Typed> = {};
    for (const { path, code, params, cents = {} } of faultsOf(typed, rules, form, sending())) {
      const amounts = Object.entries(cents).map(([name, value]) => [name, formatCents(value, form.language)]);
      set(errors, path, {
        type: code,
        message: t(`validation.${code}`, { ...params, ...Object.fromEntries(amounts) }),
      });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
  };
}
