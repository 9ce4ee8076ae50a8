import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { linesOf as storedLines } from '#lib/documents/lines/lines.server.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';

const linesOf = (id: string) => storedLines(purchaseRequestLines, id);

// Hannah asks for three things of 379.00 each, tax included: 31.29 of tax on each line, 62.59 on two of them together.
let company: Company;
let siti: Actor;
let hannah: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah, daniel] = (await Promise.all(['admin', 'requester', 'head'].map(actorNamed))) as [Actor, Actor, Actor];
});

const line = (description: string) => ({
  kind: 'goods',
  description,
  quantity: 1,
  unit: 'Piece(s)',
  unitPriceE4: 3_790_000,
  gstCode: 'SR',
  priceIncludesGst: true,
  expenseCategoryId: company.categoryId('5310'),
  costCenterId: company.costCenterId('OPS-COL'),
});
const drafted = (count: number) =>
  draftRequest(hannah, company, { lines: ['Bench', 'Bin', 'Lamp'].slice(0, count).map(line) });
let version = 1;
const round = (value: string) =>
  changeSetting(
    siti,
    'purchasing.gst-method',
    { id: settingId('purchasing.gst-method'), version: version++ },
    { value, reason: 'The auditors asked for it.' },
  );

test('the tax of a request is rounded by the method in force when it is written and sent, and stays so', async () => {
  const before = await drafted(3);
  const waiting = await drafted(2);
  expect([before.gstMethod, waiting.estimatedGstCents]).toEqual(['on-total', 6_259]);
  const sent = await submitPurchaseRequest(hannah, before);

  await round('per-line');
  expect((await drafted(2)).estimatedGstCents).toBe(6_258);
  expect(
    (await updatePurchaseRequest(hannah, waiting, { title: 'Benches and bins', lines: ['Bench', 'Bin'].map(line) }))
      .estimatedGstCents,
  ).toBe(6_258);

  const open = await linesOf(sent.id);
  const decided = await approvePurchaseRequest(daniel, sent, {
    refusedLines: [{ lineId: open[2]!.id, note: 'We have a lamp.' }],
  });
  expect([decided.gstMethod, decided.estimatedGstCents]).toEqual(['on-total', 6_259]);
});

test('a draft from before is sent by the method of its day', async () => {
  await round('on-total');
  const draft = await drafted(2);
  await round('per-line');
  const sent = await submitPurchaseRequest(hannah, draft);
  expect([sent.gstMethod, sent.estimatedGstCents, (await linesOf(sent.id)).map(({ gstCents }) => gstCents)]).toEqual([
    'per-line',
    6_258,
    [3_129, 3_129],
  ]);
});
