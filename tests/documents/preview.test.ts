import { beforeAll, expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { labels } from '#lib/records/entity.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { english, printedCompany, sent, type PrintedCompany } from '#tests/support/printed-requests.ts';

// Daniel decides by what the inbox shows him: whatever he decides on stands there.
let people: PrintedCompany;

beforeAll(async () => {
  people = await printedCompany();
});

const previewOf = async (more: Record<string, unknown>) => {
  const { id } = await sent(people, more);
  return approvalKind('PR').preview(people.daniel, id, english);
};
const line = (more: object = {}) => ({
  description: 'Granite plaque',
  quantity: 2,
  unit: 'Piece(s)',
  unitPriceE4: 400_000,
  gstCode: 'SR',
  expenseCategoryId: people.company.categoryId('5310'),
  costCenterId: people.company.costCenterId('OPS-COL'),
  ...more,
});

test('every field of the document that is decided on stands before the approver, also one that its kind does not put first', async () => {
  const { figures } = await previewOf({
    preferredVendor: 'Fu Cheng Stone',
    preferredVendorReason: 'Made the others',
    lines: [line()],
  });
  const vendor = english.t(labels.field(purchaseRequest, 'preferredVendor'));
  expect(figures).toContainEqual(expect.objectContaining({ label: vendor, value: 'Fu Cheng Stone' }));
  expect(figures.filter(({ label }) => label === vendor)).toHaveLength(1);
});

test('of an item what is not as usual: another unit, tax included in the price; nothing of what is', async () => {
  const { table } = await previewOf({
    lines: [line(), line({ unit: 'Unit(s)', priceIncludesGst: true, gstCode: 'ZR' })],
  });
  const [usual, other] = table!.rows.map(({ note }) => note);
  expect(usual).toBe('');
  expect(other).toContain('Unit(s)');
  expect(other).toContain(english.t('purchasing.line.fields.priceIncludesGst'));
});
