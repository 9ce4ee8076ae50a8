import type { FieldErrors, Resolver } from 'react-hook-form';
import { set } from 'react-hook-form';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import {
  faultOf,
  isAsked,
  isBlank,
  lineFaults,
  sendingFaults,
  type FieldView,
  type Typed,
  type TypedHeader,
} from '#lib/purchasing/purchase-request-form.ts';

interface Check {
  fields: readonly FieldView[];
  t: Translate;
  language: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  /** Whether it is about to be sent, or only saved. */
  sending: () => boolean;
}

/** Checks what is typed by the declaration that the server checks with; what needs the server's knowledge it says itself. */
export function checkBy({ fields, t, language, today, sending }: Check): Resolver<Typed> {
  return (typed) => {
    const errors: FieldErrors<Typed> = {};
    const note = (path: string, code: string | null) => {
      if (code) set(errors, path, { type: code, message: t(`validation.${code}`, { date: typed['neededBy'] }) });
    };
    for (const field of fields)
      if (isAsked(field.name, typed)) note(field.name, faultOf(field, typed[field.name] ?? '', language));
    typed.lines.forEach((line, index) => {
      if (!isBlank(line))
        for (const [name, code] of lineFaults(line, typed as TypedHeader, language))
          note(`lines.${index}.${name}`, code);
    });
    if (sending()) for (const [path, code] of sendingFaults(typed as TypedHeader, typed.lines, today)) note(path, code);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
  };
}
