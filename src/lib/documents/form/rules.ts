/** What a document says of its own form beside its declaration. It runs in the browser and on the server alike. */
import type { GstMethod } from '#lib/values/gst.ts';
import type { FieldView, Typed, TypedRow, Viewer } from './form.ts';

/** One section of a form. */
export interface SectionRule {
  name: string;
  fields?: readonly string[];
  folded?: true;
}

export interface DocumentRules {
  /**
   * The sections with their fields, in order; a section without fields has all that are in no other, 'lines' is the place
   * of the lines (after all others when left out), a folded one holds what is rarely needed, and the files. Their texts
   * are in `sections` of the document. Left out: what must be entered, the lines, and folded what need not be.
   */
  sections?: readonly SectionRule[];
  /** The field that is called after the first line where it is left empty. */
  titled?: string;
  /** Whether a field is shown with the current entries; every one when left out. */
  asked?: (name: string, typed: Typed) => boolean;
  /** Whether a choice of a field is offered with the current entries; every one when left out. */
  offered?: (name: string, value: string, typed: Typed, viewer: Viewer) => boolean;
  /** Dates that lie ahead when the document is sent. */
  ahead?: readonly string[];
  /** The code of locales validation for an optional field that sending needs with the current entries; null where it does not. */
  neededToSend?: (name: string, typed: Typed) => string | null;
  /** References that must be in use when it is sent, of the document or of its lines. */
  inUse?: readonly string[];
  /** What else the server would refuse when it is sent, as far as the form can tell. */
  sendingFaults?: (typed: Typed, known: KnownToForm) => readonly SendingFault[];
  /** Codes of locales validation that only these rules use, with the names of the values in their sentences. */
  words?: Readonly<Record<string, readonly string[]>>;
  /** Fields of a line shown in its row; by default the required ones, at most four. */
  row?: readonly string[];
  prices?: LinePrices;
  /** The question about the expected approvers; null while it cannot be asked. */
  question?: (entered: Entered) => Record<string, unknown> | null;
}

/** [path, code of locales validation, amounts of its sentence in cents] */
export type SendingFault = readonly [path: string, code: string, cents?: Readonly<Record<string, number>>];

/** What a form knows beside its entries. */
export interface KnownToForm {
  /** The net total of the lines, in cents. */
  netCents: number;
  /** `limits` of the form, in cents. */
  limits: Readonly<Record<string, number>>;
  /** The kinds of the files that are on the document or will be with it. */
  fileKinds: readonly string[];
}

/** What is typed, as far as it decides who will be asked. */
export interface Entered {
  typed: Typed;
  /** The rows that somebody has written. */
  rows: readonly TypedRow[];
  /** The net total of them, in cents. */
  netCents: number;
  person: string;
}

/** How the lines of a document come to an amount; values as the API takes them. */
export interface LinePrices {
  /** Fields that must be right before a line has an amount. */
  needs: readonly string[];
  /** What is wrong with them together: [field, code of locales validation]. */
  faultOf(line: Record<string, unknown>): readonly [name: string, code: string] | null;
  /** The amount of a line in cents, as its row shows it. */
  amountOf(line: Record<string, unknown>): number;
  /** What all lines come to, by the rates of a day ('YYYY-MM-DD'); the language writes the rates. */
  totalsOf(lines: readonly Record<string, unknown>[], on: string, method: GstMethod, language: string): LineTotals;
}

export interface LineTotals {
  netCents: number;
  /** What the side of the form adds up, each with the key of its words; the last one is the total. */
  sums: { key: string; params?: Record<string, unknown>; cents: number }[];
}

export const isFieldShown = ({ asked }: DocumentRules, name: string, typed: Typed): boolean =>
  asked?.(name, typed) ?? true;

/** The choices of a field offered with the current entries. */
export function offeredChoices(
  { offered }: DocumentRules,
  { name, choices = [] }: FieldView,
  typed: Typed,
  viewer: Viewer,
): NonNullable<FieldView['choices']> {
  return offered ? choices.filter(({ value }) => offered(name, value, typed, viewer)) : choices;
}
