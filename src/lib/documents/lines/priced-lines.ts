/** The fields that all lines with a price have in common, for their declarations. */
import { UNITS } from '#lib/values/constants.ts';
import { boolean, choice, money, percent, quantity, unitPrice } from '#lib/values/fields.ts';
import { gstMethods } from '#lib/values/gst.ts';
import { isPriceable, type PricedLine } from './line-pricing.ts';

/** GST codes a person may put on a line (model of purchasing, 0.4). */
const lineGstCodes = ['SR', 'ZR', 'ES', 'OS', 'NR', 'IM'] as const;

/** How much of it at what price, and how it is taxed. */
export const priceFields = {
  quantity: quantity(),
  unit: choice(UNITS, { words: 'purchasing.units' }),
  unitPriceE4: unitPrice(),
  gstCode: choice(lineGstCodes, { words: 'purchasing.line.choices.gstCode' }),
  priceIncludesGst: boolean(),
};

/** What `priceLines` works out: rate in basis points, amounts in cents. */
export const amountFields = {
  gstRate: percent({ readOnly: true }),
  netCents: money({ readOnly: true }),
  gstCents: money({ readOnly: true }),
  grossCents: money({ readOnly: true }),
};

/** What they come to, on the document itself: how its tax is rounded, amounts in cents. */
export const totalFields = {
  gstMethod: choice(gstMethods, { readOnly: true, words: 'purchasing.purchaseRequest.choices.gstMethod' }),
  netCents: money({ readOnly: true }),
  gstCents: money({ readOnly: true }),
  grossCents: money({ readOnly: true }),
};

/** What is wrong with a price: a line so large that its amount could not be computed exactly. */
export function priceFaults(line: Pick<PricedLine, 'quantity' | 'unitPriceE4'>): { unitPriceE4?: string } {
  return isPriceable(line) ? {} : { unitPriceE4: 'amount-too-large' };
}

/** Whether a line is still wanted: an approver may have refused it and let the others pass. */
export const isOpenLine = (line: object): boolean => (line as { lineState?: string }).lineState !== 'rejected';
