import { beforeAll, expect, test } from 'vitest';
import { buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { changesBetween } from '#lib/documents/snapshot-changes.server.ts';
import type { Snapshot } from '#lib/documents/snapshot.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { english } from '#tests/support/printed-requests.ts';

// What Marie returned, and what Hannah has sent again.
let company: Company;
let returned: Snapshot & { lines: Record<string, unknown>[] };
const snapshotChanges = (was: Snapshot, is: Snapshot) => changesBetween(purchaseRequest, was, is, english);

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  const charged = {
    expenseCategoryId: company.categoryId('5310'),
    costCenterId: company.costCenterId('OPS-COL'),
    gstCode: 'SR',
    unit: 'Piece(s)',
    specification: null,
    priceIncludesGst: false,
  } as const;
  returned = {
    departmentId: company.departmentId('OPS'),
    purchasePath: 'quotation',
    preferredVendor: null,
    estimatedNetCents: 180_000,
    estimatedGstCents: 16_200,
    lines: [
      { description: 'Plaque', quantity: 4, unitPriceE4: 4_000_000, ...charged },
      { description: 'Fixing set', quantity: 8, unitPriceE4: 250_000, ...charged },
    ],
  };
});

test('nothing is listed where nothing differs', async () => {
  expect(await snapshotChanges(returned, structuredClone(returned))).toEqual([]);
});

test('amounts, vendor and items that changed, came or went are named in words', async () => {
  const again = {
    ...returned,
    preferredVendor: 'Hock Seng',
    estimatedNetCents: 158_000,
    lines: [
      { ...returned.lines[0]!, unitPriceE4: 3_950_000 },
      { ...returned.lines[1]!, description: 'Bronze stud', specification: 'Four each' },
    ],
  };
  expect(await snapshotChanges(returned, again)).toEqual([
    { label: 'Preferred vendor', before: '', after: 'Hock Seng' },
    { label: 'Net', before: '1,800.00', after: '1,580.00' },
    {
      label: 'Plaque',
      before: '4 Piece(s), 400.00, Standard rate, 5310 Stonework, OPS-COL Columbarium',
      after: '4 Piece(s), 395.00, Standard rate, 5310 Stonework, OPS-COL Columbarium',
    },
    {
      label: 'Bronze stud',
      before: '',
      after: '8 Piece(s), 25.00, Standard rate, 5310 Stonework, OPS-COL Columbarium, Four each',
    },
    { label: 'Fixing set', before: '8 Piece(s), 25.00, Standard rate, 5310 Stonework, OPS-COL Columbarium', after: '' },
  ]);
});
