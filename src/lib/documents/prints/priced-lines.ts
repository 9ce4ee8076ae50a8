import { formatCents, formatQuantity, formatRate, formatUnitPrice } from '#lib/values/money.ts';
import type { Reader } from '#lib/records/shown.ts';
import { priceFields } from '../lines/priced-lines.ts';
import type { PrintBody, PrintColumn, PrintTotal } from './print-data.ts';

/**
 * A line with a price, as a print stores it: unit price in ten-thousandths of a dollar, rate in basis points, amount in
 * cents.
 */
export interface PricedLine {
  description: string;
  specification: string | null;
  quantity: number;
  unit: string;
  unitPriceE4: number;
  gstCode: string;
  gstRate: number;
  priceIncludesGst: boolean;
  netCents: number;
}

/** What the lines come to, in cents. */
export interface PricedTotals {
  netCents: number;
  gstCents: number;
  grossCents: number;
}

const columns: [kind: PrintColumn['kind'], name: string][] = [
  ['position', 'no'],
  ['text', 'item'],
  ['number', 'quantity'],
  ['unit', 'unit'],
  ['price', 'unitPrice'],
  ['number', 'gst'],
  ['number', 'amount'],
];

/** The table of lines with prices, and its totals; `more` is said below the specification of a line. */
export function pricedLines<L extends PricedLine>(
  { lines, ...totals }: PricedTotals & { lines: readonly L[] },
  words: Reader,
  more: (line: L) => string = () => '',
): Required<Pick<PrintBody, 'columns' | 'lines' | 'totals'>> {
  return {
    columns: columns.map(([kind, name]) => ({ kind, label: words.t(`prints.document.columns.${name}`) })),
    lines: lines.map((line, index) => ({ cells: cells(line, index, words), note: note(line, more(line), words) })),
    totals: totalsOf(lines, totals, words),
  };
}

function cells(
  { description, quantity, unit, unitPriceE4, gstCode, gstRate, netCents }: PricedLine,
  index: number,
  { t, language }: Reader,
): string[] {
  return [
    String(index + 1),
    description,
    formatQuantity(quantity, language),
    t(`${priceFields.unit.words}.${unit}`),
    formatUnitPrice(unitPriceE4, language),
    gstCode === 'SR' ? t('prints.document.rate', { rate: formatRate(gstRate, language) }) : gstCode,
    formatCents(netCents, language),
  ];
}

function note({ specification, priceIncludesGst }: PricedLine, more: string, { t }: Reader): string | undefined {
  const notes = [specification, priceIncludesGst ? t('prints.document.priceIncludesGst') : '', more];
  return notes.filter(Boolean).join('\n') || undefined;
}

function totalsOf(
  lines: readonly PricedLine[],
  { netCents, gstCents, grossCents }: PricedTotals,
  { t, language }: Reader,
): PrintTotal[] {
  const rate = lines.find(({ gstCode }) => gstCode === 'SR')?.gstRate;
  return [
    { label: t('prints.document.net'), amount: formatCents(netCents, language) },
    {
      label: rate ? t('prints.document.gstAt', { rate: formatRate(rate, language) }) : t('prints.document.columns.gst'),
      amount: formatCents(gstCents, language),
    },
    { label: t('prints.document.total'), amount: formatCents(grossCents, language), strong: true },
  ];
}
