/** The columns of a table of lines, from their declaration. Browser-safe. */
import { isNumeric } from '#lib/values/field-kinds.ts';
import { labels } from '#lib/records/entity.ts';
import { kindOf } from '#lib/records/shown.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { AnyLines } from '../lines/lines.ts';
import { priceFields } from '../lines/priced-lines.ts';

export interface LineColumn {
  name: string;
  isNumber: boolean;
}

/** The columns, and the long texts that stand below the title of a line. */
export interface LineColumns {
  row: LineColumn[];
  note: string[];
}

/**
 * All that a line says: the title first and the amount last. What it takes from the document, what nobody decides on and
 * how it is taxed is left out of lines with prices: `pageColumns` says the latter.
 */
export function lineColumns(of: AnyLines): LineColumns {
  const { fields, title } = of;
  const names = Object.keys(fields).filter((name) => name !== title && kindOf(of.record, name) !== 'boolean');
  const shown = isPriced(of) ? names.filter((name) => !TAXED.includes(name) && isItsOwn(of, name)) : names;
  return columnsOf(of, [...shown, ...(isPriced(of) ? ['netCents'] : [])]);
}

/** The same with its number and its tax, for the page of the document. */
export function pageColumns(of: AnyLines): LineColumns {
  const { row, note } = lineColumns(of);
  if (!isPriced(of)) return { row, note };
  const [amount, rest] = [row.at(-1)!, row.slice(0, -1)];
  return {
    row: [{ name: 'lineNo', isNumber: false }, ...rest, { name: 'gstCode', isNumber: true }, amount],
    note,
  };
}

/** What an approver reads at a glance: what, how much of it, at what price, how much money. */
export function briefColumns(of: AnyLines): LineColumns {
  const { row, note } = lineColumns(of);
  return { row: isPriced(of) ? row.filter(({ name }) => name !== 'unit') : row, note };
}

/** The head of a column. */
export function columnLabel({ record }: AnyLines, name: string, t: Translate): string {
  if (name === 'gstCode') return t('documents.gst');
  return t(name === 'netCents' ? 'documents.lines.amount' : labels.field(record, name));
}

/** Whether lines have quantity, price and tax. */
export const isPriced = ({ fields, derived }: AnyLines): boolean =>
  'netCents' in (derived ?? {}) && Object.keys(priceFields).every((name) => name in fields);

const TAXED = ['gstCode', 'priceIncludesGst'];

const isItsOwn = ({ inherited = [], immaterial = [] }: AnyLines, name: string): boolean =>
  !(inherited as readonly string[]).includes(name) && !(immaterial as readonly string[]).includes(name);

function columnsOf({ record, title }: AnyLines, names: readonly string[]): LineColumns {
  const isLong = (name: string) => kindOf(record, name) === 'long-text';
  const row = [title as string, ...names.filter((name) => !isLong(name))];
  return {
    row: row.map((name) => ({ name, isNumber: isNumeric(kindOf(record, name)) })),
    note: names.filter(isLong),
  };
}
