import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { valueOf } from '#lib/records/form/form-values.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import { nameCell, type Mapping } from './import-columns.server.ts';
import type { References } from './import-references.server.ts';
import { monthChoices } from '#lib/values/time.ts';
import { languages } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';

/** What a row says, for the operation that makes the record, and what of it could not be understood. */
export interface ReadRow {
  input: Record<string, unknown>;
  faults: FieldError[];
}

/** Reads the cells of one row as people type them: names for references, words for choices, DD/MM/YYYY, 1234.50. */
export function readRow(
  of: AnyEntity,
  mapping: Mapping,
  cells: readonly string[],
  references: References,
  language: string,
): ReadRow {
  const input: Record<string, unknown> = {};
  const faults: FieldError[] = [];
  mapping.forEach((name, at) => {
    if (name === null) return;
    const field = of.fields[name] as Field;
    const text = (cells[at] ?? '').trim();
    const wrong: Record<string, string> = {};
    const fault = (code: string) => faults.push({ path: name, code });
    if (field.kind === 'reference') input[name] = text === '' ? null : found(field, text, references, fault);
    else if (field.kind === 'references')
      input[name] = namesIn(text).map((one) => found(field, one, references, fault));
    else if (field.kind === 'rows') input[name] = namesIn(text).map((one) => rowOf(field, one, references, fault));
    else if (field.kind === 'boolean') input[name] = truth(text, fault);
    else if (field.kind === 'choice') input[name] = text === '' ? '' : choiceOf(of, name, text);
    else if (field.months) input[name] = monthOf(text) ?? valueOf(field, text, language, name, wrong);
    else input[name] = valueOf(field, text, language, name, wrong);
    if (wrong[name]) fault(wrong[name]);
  });
  return { input, faults };
}

const namesIn = (text: string) =>
  text
    .split(/[;,\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

function rowOf(
  field: Field,
  text: string,
  references: References,
  fault: (code: string) => void,
): Record<string, string | null> {
  const cell = nameCell(field)!;
  return { [cell]: found(field.cells![cell]!, text, references, fault) };
}

function found(field: Field, text: string, references: References, fault: (code: string) => void): string | null {
  const id = references.find(field.to!, text);
  if (id === undefined) fault('unknown-name');
  if (id === 'ambiguous') fault('ambiguous-name');
  return id === undefined || id === 'ambiguous' ? null : id;
}

function truth(text: string, fault: (code: string) => void): boolean {
  const word = text.toLowerCase();
  if (['', '0', 'false', 'no', '-', ...everyLanguage('common.no')].includes(word)) return false;
  if (['1', 'true', 'yes', 'x', ...everyLanguage('common.yes')].includes(word)) return true;
  fault('not-yes-or-no');
  return false;
}

/** The value itself, or its label in any language. */
function choiceOf(of: AnyEntity, name: string, text: string): string {
  const values = (of.fields[name] as Field).values!;
  return (
    values.find(
      (value) =>
        value === text.toLowerCase() || everyLanguage(labels.choice(of, name, value)).includes(text.toLowerCase()),
    ) ?? text
  );
}

/** The number of a month by its name in any language; null for another text. */
function monthOf(text: string): number | null {
  const named = text.toLowerCase();
  const months = languages.flatMap((language) => monthChoices(language));
  const month = months.find(({ label }) => label.toLowerCase() === named);
  return month ? Number(month.value) : null;
}

function everyLanguage(key: string): string[] {
  return languages.map((language) => translatorFor(language)(key).toLowerCase());
}
