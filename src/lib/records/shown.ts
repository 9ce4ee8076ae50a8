/** Values of a record as people read them, in lists, details, logs and exports alike. Browser-safe. */
import type { Translate } from '#lib/values/languages.ts';
import { labels, type AnyEntity, type Worded } from './entity.ts';
import type { FieldKind } from '#lib/values/fields.ts';
import { formatQuantity } from '#lib/values/money.ts';
import { monthName } from '#lib/values/time.ts';
import { valueText } from './value-text.ts';

export interface Reader {
  t: Translate;
  language: string;
}

/** The value of a field in words; '' for nothing. References are read from the row's `titles`. */
export function shownValue(of: Worded, name: string, row: Record<string, unknown>, { t, language }: Reader): string {
  const value = row[name];
  if (value === null || value === undefined || value === '') return '';
  if (name === 'status') return t(labels.status(of, String(value)));
  const field = of.fields[name];
  const kind = kindOf(of, name);
  switch (kind) {
    case 'boolean':
      return t(value ? 'common.yes' : 'common.no');
    case 'choice':
      return t(labels.choice(of, name, String(value)));
    case 'choices':
      return (value as string[]).map((one) => t(labels.choice(of, name, one))).join(', ');
    case 'reference':
      return (row['titles'] as Record<string, string> | undefined)?.[name] ?? '';
    case 'integer':
      if (field?.months) return monthName(Number(value), language);
      return field?.column === false ? formatQuantity(Number(value), language) : String(value);
    case 'percent':
      return `${valueText('percent', value, language)} %`;
    case 'codes':
      return (value as string[]).join(', ');
    default:
      return valueText(kind, value, language);
  }
}

/** The kind of a field, or of what every record has. */
export function kindOf(of: Pick<Worded, 'fields'>, name: string): FieldKind {
  if (name === 'status') return 'choice';
  if (name === 'createdAt' || name === 'updatedAt') return 'instant';
  return of.fields[name]?.kind ?? 'text';
}

/** The fields that represent the record, in words: 'OPS Operations'. */
export function titleText(of: AnyEntity, row: Record<string, unknown>): string {
  return (of.title as readonly string[])
    .map((name) => row[name])
    .filter(Boolean)
    .join(' ');
}
