/** Lines with quantity, unit price and GST code, priced in the browser as on the server. */
import { formatRate, lineCents } from '#lib/values/money.ts';
import type { LinePrices } from './rules.ts';
import { isPriceable, priceLines, type PricedLine } from '../lines/line-pricing.ts';

const priced = (line: Record<string, unknown>) => line as unknown as PricedLine;

export const gstPrices: LinePrices = {
  needs: ['quantity', 'unitPriceE4'],
  faultOf: (line) => (isPriceable(priced(line)) ? null : ['unitPriceE4', 'amount-too-large']),
  amountOf: (line) => lineCents(priced(line).quantity, priced(line).unitPriceE4),
  totalsOf: (lines, on, method, language) => {
    const { totals, byRate } = priceLines(lines.map(priced), on, method);
    const taxes = byRate.filter(({ rateBasisPoints }) => rateBasisPoints > 0);
    return {
      netCents: totals.netCents,
      sums: [
        { key: 'documents.totals.items', cents: totals.netCents },
        ...taxes.map(({ rateBasisPoints, gstCents }) => ({
          key: 'documents.totals.gst',
          params: { rate: formatRate(rateBasisPoints, language) },
          cents: gstCents,
        })),
        { key: 'documents.totals.gross', cents: totals.grossCents },
      ],
    };
  },
};
