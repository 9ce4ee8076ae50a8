import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { buildRequests } from '#db/seed/requests.ts';
import type { Actor } from '#lib/values/actor.ts';
import { today } from '#lib/values/time.ts';
import '#lib/modules.server.ts';
import { checkContinuity } from '#lib/numbering/gaps.server.ts';
import { numberContinuity, numbersOf } from '#lib/administration/number-continuity/number-continuity.server.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import { issueNumber, voidNumber } from '#lib/numbering/numbering.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { refusal } from '#tests/support/refusal.ts';

// Helen audits; Marie keeps the books; Hannah has nothing to do with numbers.
let company: Company;
let helen: Actor;
let marie: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  await buildRequests(company);
  [helen, marie, hannah] = (await Promise.all(['auditor', 'finance', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const year = today().slice(0, 4);
const QUERY = {
  q: '',
  type: 'all-series',
  filters: {},
  sort: [{ field: 'prefix', descending: false }],
  page: 1,
  perPage: 100,
  columns: null,
};
const reader = { t: translatorFor('en'), language: 'en' };
const issue = (docType: DocType, docId = uuid()) =>
  transaction((tx) => issueNumber(tx, docType, company.entityId, docId));
const seriesOf = async (docType: DocType) =>
  (await numberContinuity.list(helen, QUERY)).items.find((row) => row.docType === docType)!;
const file = async (actor: Actor, more: Record<string, string> = {}) =>
  (
    await exportList(actor, numberContinuity, new URLSearchParams({ format: 'csv', ...more }), reader, ['export'])
  ).text();

describe('a series', () => {
  test('of the demonstration requests is whole, from the first to the last', async () => {
    const series = await seriesOf('PR');
    expect(series).toMatchObject({
      prefix: `PR-SWG-${year}`,
      year: Number(year),
      firstNumber: `PR-SWG-${year}-00001`,
      missing: 0,
      missingNumbers: null,
      voided: null,
      titles: { businessEntityId: 'Stillwater Garden Pte Ltd' },
    });
    expect(series['lastNumber']).toBe(`PR-SWG-${year}-${String(series['issued']).padStart(5, '0')}`);
  });

  test('gives a number back that a transaction did not keep, and stays whole with many at once', async () => {
    await issue('PO');
    const lost = transaction(async (tx) => {
      await issueNumber(tx, 'PO', company.entityId, uuid());
      throw new Error('the order could not be issued');
    });
    await expect(lost).rejects.toThrow('could not be issued');
    await Promise.all(Array.from({ length: 20 }, () => issue('PO')));
    expect(await seriesOf('PO')).toMatchObject({ issued: 21, missing: 0, lastNumber: `PO-SWG-${year}-00021` });
  });

  test('tells which number was voided and why; it is not missing', async () => {
    const [first, second] = [uuid(), uuid()];
    for (const id of [first, second, uuid()]) await issue('VI', id);
    await transaction((tx) => voidNumber(tx, 'VI', second, 'Entered twice.'));
    expect(await seriesOf('VI')).toMatchObject({
      issued: 3,
      missing: 0,
      voided: `VI-SWG-${year}-00002 (Entered twice.)`,
    });
    await expect(transaction((tx) => voidNumber(tx, 'VI', second, 'Again.'))).rejects.toThrow();
    await expect(
      db.updateTable('issuedNumbers').set({ voidedAt: new Date().toISOString() }).where('docId', '=', first).execute(),
    ).rejects.toMatchObject({ code: '23514' });
    expect(
      (await numberContinuity.list(helen, { ...QUERY, type: 'with-voided' })).items.map(({ docType }) => docType),
    ).toEqual(['VI']);
  });

  test('shows a hole that somebody tore past the product, in the middle and at the end', async () => {
    for (let n = 0; n < 6; n += 1) await issue('DO');
    expect((await checkContinuity()).missing).toEqual([]);
    const { id } = await seriesOf('DO');
    await asOwner(
      process.env.DATABASE_OWNER_URL!,
      `delete from issued_numbers where series_id = '${id}' and value in (3, 6)`,
    );
    expect(await seriesOf('DO')).toMatchObject({
      issued: 4,
      missing: 2,
      lastNumber: `DO-SWG-${year}-00005`,
      missingNumbers: `DO-SWG-${year}-00003, DO-SWG-${year}-00006`,
    });
    expect(
      (await numberContinuity.list(helen, { ...QUERY, type: 'with-missing' })).items.map(({ docType }) => docType),
    ).toEqual(['DO']);
    expect((await checkContinuity()).missing).toEqual([`DO-SWG-${year}-00003`, `DO-SWG-${year}-00006`]);
  });
});

describe('who looks', () => {
  test('finds the document behind each number, where it is open to them', async () => {
    const { id } = await seriesOf('PR');
    const { items, total } = await numbersOf(helen, id, new URLSearchParams({ perPage: '100' }));
    expect(items).toHaveLength(total);
    expect(items[0]).toMatchObject({ number: (await seriesOf('PR'))['lastNumber'], voidedAt: null });
    for (const { path } of items) expect(path).toMatch(/^\/purchasing\/purchase-requests\/[\w-]+\/show$/);
    expect((await numbersOf(helen, (await seriesOf('PO')).id, new URLSearchParams())).items[0]!.path).toBeNull();
    expect(
      (await numbersOf(helen, (await seriesOf('PO')).id, new URLSearchParams({ page: '3' }))).items.map(
        ({ value }) => value,
      ),
    ).toEqual([1]);
  });

  test('needs the right to, and sees the series of the own business entities only', async () => {
    for (const act of [numberContinuity.list(hannah, QUERY), file(hannah)])
      expect(await refusal(act)).toMatchObject({ status: 403 });
    const { id } = await seriesOf('PR');
    const elsewhere: Actor = { ...helen, allEntities: false, businessEntityIds: [] };
    expect((await numberContinuity.list(elsewhere, QUERY)).items).toEqual([]);
    expect(await refusal(numbersOf(elsewhere, id, new URLSearchParams()))).toMatchObject({ status: 404 });
  });

  test('takes it home as a file, which is logged', async () => {
    const lines = (
      await file(marie, {
        cols: 'prefix,docType,year,firstNumber,lastNumber,issued,missing,missingNumbers,voided',
        sort: 'prefix',
      })
    )
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Series,Documents,Year,First,Last,Issued,Missing,Missing numbers,Voided');
    expect(lines.find((line) => line.startsWith('DO-'))).toBe(
      `DO-SWG-${year},Delivery receipts,${year},DO-SWG-${year}-00001,DO-SWG-${year}-00005,4,2,"DO-SWG-${year}-00003, DO-SWG-${year}-00006",`,
    );
    expect(lines.find((line) => line.startsWith('VI-'))).toContain(`VI-SWG-${year}-00002 (Entered twice.)`);
    const logged = await db
      .selectFrom('activityLog')
      .selectAll()
      .where('eventCode', '=', 'number-series.exported')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(logged).toMatchObject({
      actorName: 'Marie Lau',
      subject: 'NumberSeries',
      params: { count: 4, format: 'csv' },
    });
  });
});
