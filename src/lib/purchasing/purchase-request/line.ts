import '#lib/budgeting/cost-center.ts';
import '#lib/budgeting/expense-category.ts';
import { lines, type LineInputOf, type LineOf } from '#lib/documents/lines/lines.ts';
import { amountFields, priceFaults, priceFields } from '#lib/documents/lines/priced-lines.ts';
import type { Totals } from '#lib/documents/lines/line-pricing.ts';
import { choice, longText, reference, text } from '#lib/values/fields.ts';

const lineKinds = ['goods', 'service', 'charge'] as const;

/** What a line is charged to. */
export const CHARGED = ['expenseCategoryId', 'costCenterId'] as const;

/** The lines of a purchase request (model of purchasing, 1.2). Unit prices in ten-thousandths of a dollar. */
export const purchaseRequestLines = lines({
  name: 'purchase-request-line',
  parent: 'purchaseRequestId',
  words: 'purchasing.line',
  fields: {
    kind: choice(lineKinds),
    description: text({ max: 300 }),
    specification: longText({ max: 1000, optional: true }),
    ...priceFields,
    expenseCategoryId: reference('expense-category'),
    costCenterId: reference('cost-center'),
  },
  derived: {
    ...amountFields,
    lineState: choice(['open', 'awarded', 'ordered', 'received', 'closed', 'rejected'], { readOnly: true }),
    /** Why an approver refused the line. */
    decisionNote: longText({ max: 500, optional: true, readOnly: true }),
  },
  title: 'description',
  immaterial: ['kind'],
  inherited: CHARGED,
  defaults: { kind: 'goods', gstCode: 'SR' },
  first: { unit: 'Piece(s)' },
  faults: priceFaults,
  text: (say) => {
    const specification = say('specification') && ` (${say('specification')})`;
    const tax = say('gstCode') + (say('priceIncludesGst') && ' included');
    const kind = say('kind') === 'goods' ? '' : `, ${say('kind')}`;
    return `${say('quantity')} ${say('unit')} ${say('description')}${specification} @ ${say('unitPriceE4')} ${tax}, ${say('expenseCategoryId')} ${say('costCenterId')}${kind}`;
  },
});

export type LineInput = LineInputOf<typeof purchaseRequestLines>;
export type PurchaseRequestLine = LineOf<typeof purchaseRequestLines>;

/** The total of the lines, as stored in the request. */
export const estimated = ({ netCents, gstCents, grossCents }: Totals) => ({
  estimatedNetCents: netCents,
  estimatedGstCents: gstCents,
  estimatedGrossCents: grossCents,
});
