/** What a purchase request says of its own form. Browser-safe. */
import type { DocumentRules } from '#lib/documents/form/rules.ts';
import { entryText, isFilled } from '#lib/documents/form/form.ts';
import { gstPrices } from '#lib/documents/form/gst-prices.ts';

const REASONS = ['pathReason', 'priorityReason'];

const asked: NonNullable<DocumentRules['asked']> = (name, { purchasePath, priority, preferredVendor }) => {
  if (name === 'pathReason') return purchasePath === 'emergency';
  if (name === 'priorityReason') return priority !== 'normal';
  return name !== 'preferredVendorReason' || entryText(preferredVendor).trim() !== '';
};

export const purchaseRequestRules: DocumentRules = {
  asked,
  // For oneself one asks in one's own departments, for somebody else in any.
  offered: (name, value, { requesterId }, { person, departments }) =>
    name !== 'departmentId' || requesterId !== person || departments.includes(value),
  ahead: ['neededBy'],
  sendingFaults: (typed) =>
    REASONS.filter((name) => asked(name, typed) && !isFilled(typed[name])).map((name) => [name, 'reason-needed']),
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
