/**
 * Amounts of lines and of the document they belong to. Browser-safe and without a schema, so that the form and the
 * server compute the same.
 */
import { gstRateOn, type GstCode } from '#lib/values/gst-rates.ts';
import { computeGst, type GstMethod, type GstSummary } from '#lib/values/gst.ts';
import { lineCents } from '#lib/values/money.ts';

/** What decides the amount of a line: unit price in ten-thousandths of a dollar. */
export interface PricedLine {
  quantity: number;
  unitPriceE4: number;
  gstCode: string;
  priceIncludesGst: boolean;
}

/** Rate in basis points, amounts in cents; net + gst = gross. */
export interface LineAmounts {
  gstRate: number;
  netCents: number;
  gstCents: number;
  grossCents: number;
}

/** What the lines come to, in cents; net + gst = gross. */
export interface Totals {
  netCents: number;
  gstCents: number;
  grossCents: number;
}

export interface Pricing<L> {
  lines: (L & LineAmounts)[];
  totals: Totals;
  /** One for each code and rate, in the order of the lines. */
  byRate: GstSummary[];
}

/** A hundred thousand million dollars in ten-thousandths: 200 lines of it still add up exactly in cents. */
const LARGEST_LINE_E4 = 1e15;

/** Whether a line is small enough to be computed exactly. */
export function isPriceable({ quantity, unitPriceE4 }: Pick<PricedLine, 'quantity' | 'unitPriceE4'>): boolean {
  return quantity * unitPriceE4 <= LARGEST_LINE_E4;
}

/** Amounts of every line and of all together, GST by the rate of `on` ('YYYY-MM-DD') and by one of the two methods. */
export function priceLines<L extends PricedLine>(lines: readonly L[], on: string, method: GstMethod): Pricing<L> {
  const rates = lines.map((line) => gstRateOn(line.gstCode as GstCode, on));
  const result = computeGst(
    lines.map((line, index) => ({
      lineCents: lineCents(line.quantity, line.unitPriceE4),
      gstCode: line.gstCode as GstCode,
      rateBasisPoints: rates[index]!,
      priceIncludesGst: line.priceIncludesGst,
    })),
    method,
  );
  return {
    lines: lines.map((line, index) => ({ ...line, gstRate: rates[index]!, ...result.lines[index]! })),
    totals: { netCents: result.netCents, gstCents: result.gstCents, grossCents: result.grossCents },
    byRate: result.byRate,
  };
}
