import { z } from 'zod';
import { UNITS } from '#lib/kernel/constants.ts';
import { gstRateOn, type GstCode } from '#lib/kernel/gst-rates.ts';
import { computeGst } from '#lib/kernel/gst.ts';
import { lineCents } from '#lib/kernel/money.ts';
import { boolean, choice, longText, quantity, reference, text, unitPrice } from '#lib/kernel/fields.ts';

/** GST codes a person may put on a line (model of purchasing, 0.4). */
export const lineGstCodes = ['SR', 'ZR', 'ES', 'OS', 'NR', 'IM'] as const;
export const lineKinds = ['goods', 'service', 'charge'] as const;

const fields = {
  kind: choice(lineKinds),
  description: text({ max: 300 }),
  specification: longText({ max: 1000, optional: true }),
  quantity: quantity(),
  unit: choice(UNITS),
  unitPriceE4: unitPrice(),
  gstCode: choice(lineGstCodes),
  priceIncludesGst: boolean(),
  expenseCategoryId: reference('expense-category'),
  costCenterId: reference('cost-center'),
};

/** One line as a person sends it. Unit price in ten-thousandths of a dollar. */
export const lineSchema = z.object({
  kind: fields.kind.schema.default('goods'),
  description: fields.description.schema,
  specification: z.preprocess((value) => (value === '' || value === undefined ? null : value), fields.specification.schema.nullable()),
  quantity: fields.quantity.schema,
  unit: fields.unit.schema,
  unitPriceE4: fields.unitPriceE4.schema,
  gstCode: fields.gstCode.schema.default('SR'),
  priceIncludesGst: fields.priceIncludesGst.schema,
  expenseCategoryId: fields.expenseCategoryId.schema,
  costCenterId: fields.costCenterId.schema,
});

export const linesSchema = z.array(lineSchema).max(200, 'too-many-lines');

export type LineInput = z.output<typeof lineSchema>;

/** A line with its amounts, as it is stored. Rate in basis points, amounts in cents. */
export interface PurchaseRequestLine extends LineInput {
  id: string;
  purchaseRequestId: string;
  lineNo: number;
  gstRate: number;
  netCents: number;
  gstCents: number;
  grossCents: number;
  lineState: 'open' | 'awarded' | 'ordered' | 'received' | 'closed' | 'rejected';
  decisionNote: string | null;
}

export interface Totals {
  estimatedNetCents: number;
  estimatedGstCents: number;
  estimatedGrossCents: number;
}

type Priced = Pick<LineInput, 'quantity' | 'unitPriceE4' | 'gstCode' | 'priceIncludesGst'>;
type Amounts = { gstRate: number; netCents: number; gstCents: number; grossCents: number };

/** Amounts of every line and of the request, GST by the rate of `on` ('YYYY-MM-DD') and the method of our own papers. */
export function priceLines<L extends Priced>(lines: readonly L[], on: string): { lines: (L & Amounts)[]; totals: Totals } {
  const rates = lines.map((line) => gstRateOn(line.gstCode as GstCode, on));
  const result = computeGst(lines.map((line, index) => ({
    lineCents: lineCents(line.quantity, line.unitPriceE4), gstCode: line.gstCode as GstCode,
    rateBasisPoints: rates[index]!, priceIncludesGst: line.priceIncludesGst,
  })), 'on-total');
  return {
    lines: lines.map((line, index) => ({ ...line, gstRate: rates[index]!, netCents: result.lines[index]!.netCents, gstCents: result.lines[index]!.gstCents, grossCents: result.lines[index]!.grossCents })),
    totals: { estimatedNetCents: result.netCents, estimatedGstCents: result.gstCents, estimatedGrossCents: result.grossCents },
  };
}
