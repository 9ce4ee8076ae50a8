/** A stored value as text, as it is read and as it is typed: cents as "1,234.50", a date as DD/MM/YYYY. Browser-safe. */
import type { FieldKind } from '#lib/values/fields.ts';
import { formatCents, formatCoordinate, formatQuantity, formatRate, formatUnitPrice } from '#lib/values/money.ts';
import { formatClock, formatDate, formatInstant } from '#lib/values/time.ts';

/** '' for nothing; JSON of what has no text of its own. */
export function valueText(kind: FieldKind, value: unknown, language: string): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'money':
      return formatCents(Number(value), language);
    case 'unit-price':
      return formatUnitPrice(Number(value), language);
    case 'quantity':
      return formatQuantity(Number(value), language);
    case 'coordinate':
      return formatCoordinate(Number(value), language);
    case 'percent':
      return formatRate(Number(value), language);
    case 'date':
      return formatDate(String(value));
    case 'clock':
      return formatClock(String(value));
    case 'instant':
      return formatInstant(String(value));
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
