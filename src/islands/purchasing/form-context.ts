import { createContext, useContext } from 'react';
import { get, type UseFormReturn } from 'react-hook-form';
import type { GstMethod } from '#lib/kernel/gst.ts';
import type { Translate } from '#lib/platform/i18n/languages.ts';
import type { FieldView, Typed } from '#lib/purchasing/purchase-request-form.ts';

export interface FormContext {
  t: Translate;
  language: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  gstMethod: GstMethod;
  form: UseFormReturn<Typed>;
  /** A row was added or taken away. */
  touched: () => void;
  person: string;
  /** Departments the person may ask for; for somebody else, any. */
  ownDepartments: readonly string[];
  units: readonly string[];
  categories: NonNullable<FieldView['choices']>;
  centers: NonNullable<FieldView['choices']>;
}

export const FormContextProvider = createContext<FormContext | null>(null);

export const useRequestForm = (): FormContext => useContext(FormContextProvider)!;

/** What is wrong at a path ('lines.0.quantity'), in words. */
export function errorAt(form: UseFormReturn<Typed>, path: string): string | undefined {
  return (get(form.formState.errors, path) as { message?: string } | undefined)?.message;
}
