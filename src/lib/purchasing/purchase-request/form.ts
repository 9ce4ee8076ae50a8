/** What a purchase request says of its own form. Browser-safe. */
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import { entryText } from '#lib/documents/form/form.ts';
import { gstPrices } from '#lib/documents/form/gst-prices.ts';

const asked: NonNullable<DocumentRules['asked']> = (name, { purchasePath, priority, preferredVendor }) => {
  if (name === 'pathReason') return purchasePath === 'emergency';
  if (name === 'priorityReason') return priority !== 'normal';
  return name !== 'preferredVendorReason' || entryText(preferredVendor).trim() !== '';
};

export const purchaseRequestRules: DocumentRules = {
  sections: [
    { name: 'lines' },
    { name: 'need', fields: ['purpose', 'neededBy', 'title'] },
    {
      name: 'usual',
      fields: ['departmentId', 'deliverToAddressId', 'expenseCategoryId', 'costCenterId', 'purchasePath', 'pathReason'],
    },
    { name: 'more', folded: true },
  ],
  titled: 'title',
  asked,
  // For oneself one asks in one's own departments, for somebody else in any.
  offered: (name, value, { requesterId }, { person, departments }) =>
    name !== 'departmentId' || requesterId !== person || departments.includes(value),
  ahead: ['neededBy'],
  neededToSend: (name, typed) =>
    ['pathReason', 'priorityReason'].includes(name) && asked(name, typed) ? 'reason-needed' : null,
  inUse: ['deliverToAddressId', 'expenseCategoryId', 'costCenterId'],
  sendingFaults: (
    { purchasePath },
    { netCents, limits: { direct = Infinity, specification = Infinity }, fileKinds },
  ) => [
    ...(purchasePath === 'agreement' ? [['purchasePath', 'no-price-contract'] as const] : []),
    ...(purchasePath === 'direct' && netCents > direct
      ? [['purchasePath', 'above-direct-limit', { limit: direct }] as const]
      : []),
    ...(netCents > specification && !fileKinds.includes('specification')
      ? [['attachments', 'specification-needed', { limit: specification }] as const]
      : []),
  ],
  words: { 'no-price-contract': [], 'above-direct-limit': ['limit'], 'specification-needed': ['limit'] },
  row: ['description', 'quantity', 'unit', 'unitPriceE4'],
  prices: gstPrices,
  question: ({ typed, rows, netCents, person }) => {
    const { departmentId, requesterId, purchasePath, preferredVendor, expenseCategoryId } = typed;
    if (!departmentId) return null;
    const categories = rows.map((row) => entryText(row['expenseCategoryId']) || entryText(expenseCategoryId));
    return {
      departmentId,
      requesterId: requesterId || person,
      purchasePath: purchasePath || undefined,
      netCents,
      preferredVendor,
      expenseCategoryIds: [...new Set(categories.filter(Boolean))].sort(),
    };
  },
};
