import { labels, type Entity } from '#lib/records/entity.ts';
import { textOf } from '#lib/records/form/form-values.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import { isList } from '#lib/values/field-kinds.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { AnyDocument } from '../document.ts';
import type { DocumentRules, SectionRule } from './rules.ts';
import { LINES_SECTION, type Entry, type FieldView, type LinesView, type SectionView, type TypedRow } from './form.ts';
import type { AnyLines } from '../lines/lines.ts';

/** Fields of a line in its row, where the document does not say which. */
const MOST_IN_ROW = 4;

/** The sections of the form with those of its fields that it shows now. */
export function sectionViews(
  of: Entity,
  names: readonly string[],
  rules: DocumentRules,
  choices: Choices,
  t: Translate,
  lines: LinesView | null = null,
): SectionView[] {
  const { sections = usualSections(of, names, lines), titled } = rules;
  const placed = sections.flatMap(({ fields = [] }) => fields);
  return sections
    .map(({ name, folded, fields = name === LINES_SECTION ? [] : names.filter((one) => !placed.includes(one)) }) => ({
      name,
      ...(folded && { fold: 'closed' as const }),
      ...words(t, `${of.module}.${of.key}.sections.${name}`, 'heading'),
      ...words(t, `${of.module}.${of.key}.sections.${name}Hint`, 'hint'),
      fields: fields
        .filter((one) => names.includes(one))
        .map((one) => ({
          ...fieldView(of, one, choices[one], t),
          ...(one === titled && { wide: false }),
          ...(lines?.needed.includes(one) && { passedOn: true as const }),
        })),
    }))
    .filter(({ name, fields }) => fields.length > 0 || (name === LINES_SECTION && lines));
}

/** What must be entered, the lines, and folded what need not be: who asks, and everything optional. */
function usualSections(of: Entity, names: readonly string[], lines: LinesView | null): SectionRule[] {
  const isRare = (name: string) =>
    !lines?.needed.includes(name) &&
    ((of.fields[name] as Field).optional || name === (of as Partial<AnyDocument>).requester);
  const rare = names.filter(isRare);
  return [
    { name: 'facts', fields: names.filter((name) => !isRare(name)) },
    { name: LINES_SECTION },
    { name: 'more', fields: rare, folded: true },
  ];
}

/** The lines of a document as its form draws them; `choices` by 'lines.expenseCategoryId'. */
export function linesView(
  of: AnyLines,
  { row }: DocumentRules,
  choices: Choices,
  { t, language }: { t: Translate; language: string },
): LinesView {
  const fields = Object.keys(of.fields).map((name) => fieldView(of.record, name, choices[`lines.${name}`], t));
  const first = firstRow(of, language);
  const inherited: readonly string[] = of.inherited ?? [];
  const isEntered = ({ name, optional, wide }: FieldView) =>
    name === of.title || !(optional || wide || inherited.includes(name) || first[name]);
  const inRow =
    row ??
    fields
      .filter(isEntered)
      .slice(0, MOST_IN_ROW)
      .map(({ name }) => name);
  const rank = ({ name, kind, wide }: FieldView) =>
    wide ? 0 : inherited.includes(name) ? 1 : kind === 'boolean' ? 3 : 2;
  const more = fields.filter(({ name }) => !inRow.includes(name)).toSorted((a, b) => rank(a) - rank(b));
  return {
    fields,
    row: [...inRow],
    more: more.map(({ name }) => name),
    title: of.title,
    inherited: [...inherited],
    needed: fields.filter(({ name, optional }) => inherited.includes(name) && !optional).map(({ name }) => name),
    first,
    ...words(t, `${of.words}.hint`, 'hint'),
  };
}

/** A value of a form as its control in the island holds it. */
export function entryOf(field: Field, value: string | string[] = ''): Entry {
  if (isList(field)) return [value].flat().filter(Boolean);
  return field.kind === 'boolean' ? value === 'on' : String(value);
}

/** The values of a line as shown in its row, with its id. */
export function typedRow(of: AnyLines, valueAt: (name: string) => string | string[] | undefined): TypedRow {
  const fields = Object.entries(of.fields as Record<string, Field>);
  return {
    id: String(valueAt('id') ?? ''),
    ...Object.fromEntries(fields.map(([name, field]) => [name, entryOf(field, valueAt(name))])),
  };
}

function firstRow(of: AnyLines, language: string): TypedRow {
  const first: Partial<Record<string, string>> = of.first ?? {};
  const defaults: Record<string, unknown> = of.defaults ?? {};
  return typedRow(
    of,
    (name) => first[name] ?? (name in defaults ? textOf(of.fields[name], defaults[name], language) : ''),
  );
}

function fieldView(of: Entity, name: string, references: Choices[string] | undefined, t: Translate): FieldView {
  const field = of.fields[name] as Field;
  const choices = field.values?.map((value) => ({ value, label: t(labels.choice(of, name, value)) })) ?? references;
  return {
    name,
    kind: field.kind,
    label: t(labels.field(of, name)),
    optional: field.optional,
    wide: field.kind === 'long-text' || (field.kind === 'text' && of.title.includes(name)),
    ...words(t, labels.hint(of, name), 'hint'),
    ...(field.max && { max: field.max }),
    ...(choices && { choices }),
  };
}

/** A sentence that need not be there. */
function words<K extends string>(t: Translate, key: string, name: K): { [P in K]?: string } {
  return isTranslated(key, 'en') ? ({ [name]: t(key) } as { [P in K]: string }) : {};
}
