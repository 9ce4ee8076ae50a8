import { createContext, useContext } from 'react';
import { get, useWatch, type UseFormReturn } from 'react-hook-form';
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import type { DocumentFormProps, LinesView, Typed } from '#lib/documents/form/form.ts';
import type { Translate } from '#lib/values/languages.ts';

/** What sending would do, as far as it is known; a sentence where it could not be asked. */
export type Forecast = DocumentFormProps['expected'] | string;

export interface FormContext extends DocumentFormProps {
  t: Translate;
  rules: DocumentRules;
  form: UseFormReturn<Typed>;
  /** Something changed that is no key press: a row was added, a file chosen. */
  touched: () => void;
  forecast: Forecast;
  setForecast: (forecast: Forecast) => void;
}

export const FormContextProvider = createContext<FormContext | null>(null);

export const useDocumentForm = (): FormContext => useContext(FormContextProvider)!;

/** The same inside the lines, which the document then has. */
export const useLinesForm = (): FormContext & { lines: LinesView } =>
  useDocumentForm() as FormContext & { lines: LinesView };

/** What follows from everything typed; the component is drawn again only when that changes. */
export function useTyped<T>(follows: (typed: Typed) => T): T {
  return useWatch({ control: useDocumentForm().form.control, compute: follows });
}

/** What is wrong at a path ('lines.0.quantity'), in words. */
export function errorAt(form: UseFormReturn<Typed>, path: string): string | undefined {
  return (get(form.formState.errors, path) as { message?: string } | undefined)?.message;
}
