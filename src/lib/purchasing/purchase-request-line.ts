import { z } from 'zod';
import { UNITS } from '#lib/kernel/constants.ts';
import { boolean, choice, longText, quantity, reference, text, unitPrice } from '#lib/kernel/fields.ts';
import { isPriceable, type LineAmounts } from './purchase-request-pricing.ts';

/** GST codes a person may put on a line (model of purchasing, 0.4). */
export const lineGstCodes = ['SR', 'ZR', 'ES', 'OS', 'NR', 'IM'] as const;
export const lineKinds = ['goods', 'service', 'charge'] as const;

/** What a person enters on a line; rows of the form are named after it ('lines.0.description'). */
export const lineFields = {
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

/** What a line is charged to. */
export const CHARGED = ['expenseCategoryId', 'costCenterId'] as const;

/** One line as a person sends it. Unit price in ten-thousandths of a dollar. */
export const lineSchema = z
  .object({
    kind: lineFields.kind.schema.default('goods'),
    description: lineFields.description.schema,
    specification: z.preprocess(
      (value) => (value === '' || value === undefined ? null : value),
      lineFields.specification.schema.nullable(),
    ),
    quantity: lineFields.quantity.schema,
    unit: lineFields.unit.schema,
    unitPriceE4: lineFields.unitPriceE4.schema,
    gstCode: lineFields.gstCode.schema.default('SR'),
    priceIncludesGst: lineFields.priceIncludesGst.schema,
    expenseCategoryId: lineFields.expenseCategoryId.schema,
    costCenterId: lineFields.costCenterId.schema,
  })
  .refine(isPriceable, { path: ['unitPriceE4'], message: 'too-large' });

export const linesSchema = z.array(lineSchema).max(200, 'too-many-lines');

export type LineInput = z.output<typeof lineSchema>;

/** A line with its amounts, as it is stored. */
export interface PurchaseRequestLine extends LineInput, LineAmounts {
  id: string;
  purchaseRequestId: string;
  lineNo: number;
  lineState: 'open' | 'awarded' | 'ordered' | 'received' | 'closed' | 'rejected';
  /** Why an approver refused the line. */
  decisionNote: string | null;
}

/** Whether the line is still wanted: an approver may have refused it and let the others pass. */
export const isOpenLine = ({ lineState }: Pick<PurchaseRequestLine, 'lineState'>): boolean => lineState !== 'rejected';
