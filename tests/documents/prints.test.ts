import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicActor, type Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import {
  printLinkEndpoints,
  printFileEndpoint,
  printNoteEndpoint,
} from '#lib/documents/prints/print-endpoints.server.ts';
import { createPrintLink, openPrint, printLinksOf, revokePrintLink } from '#lib/documents/prints/print-links.server.ts';
import { openPreview } from '#lib/documents/prints/print-preview.server.ts';
import { downloadPrint, recordPrinted, readPrint } from '#lib/documents/prints/print-reading.server.ts';
import { printNamed, printsOf, registerPrint, type Print } from '#lib/documents/prints/prints.server.ts';
import { storePrint, storePrintAfterApproval, storedPrintOf } from '#lib/documents/prints/stored-prints.server.ts';
import { verifyPrint } from '#lib/documents/prints/verify-print.server.ts';
import { describeEntry as inWords } from '#lib/on-records/history/describe.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { stopDocuments } from '#lib/process/typst/renderer.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import { cardPrint, change, flowerCompany, order, orderPrint } from '#tests/support/flower-orders.ts';
import { pageOf } from '#tests/support/posted-page.ts';

// Hannah of Operations orders flowers; Farid is of another department; the florist has only what she gives him.
const english = { t: translatorFor('en'), language: 'en' } as const;
const florist = publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: null });
let hannah: Actor, farid: Actor;

beforeAll(async () => {
  ({ hannah, farid } = await flowerCompany());
});
afterAll(stopDocuments);

const textOf = async (bytes: Uint8Array) => (await extractText(Uint8Array.from(bytes), { mergePages: true })).text;
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const codeOf = async (print: Print, id: string) => (await storePrint(print, id))!.code;

describe('a print that a document registers', () => {
  test('is found by its document and its name, and registering it again replaces it', () => {
    expect(printsOf('PO').map(({ name }) => name)).toEqual(['flowers', 'card']);
    registerPrint(orderPrint);
    expect(printsOf('PO')).toHaveLength(2);
    expect(printNamed('PO', 'prf')).toBeUndefined();
    expect(printNamed('PR', 'prf')).toBe(prf);
  });

  test('shows letterhead, number, state, content and amounts, in the reader’s language', async () => {
    const id = await order(hannah);
    const { data, record } = await readPrint(hannah, orderPrint, id, translatorFor('de'), 'de');
    expect(data).toMatchObject({
      number: record.number,
      entity: { name: 'Stillwater Garden Pte Ltd', nameZh: '静水园' },
      facts: [{ value: 'Tan' }],
      lines: [{ cells: ['White lilies', '218,00'] }],
      approvals: { given: [], none: 'Dieses Dokument hat noch niemand freigegeben.' },
    });
    expect(data.identity.at(-1)!.value).toBe('Freigegeben');
    const { bytes, fileName } = await downloadPrint(hannah, orderPrint, id, english.t, 'en');
    expect(fileName).toBe(`FLOWERS ${record.number}.pdf`);
    for (const value of ['With love', 'White lilies', '218.00', await codeOf(orderPrint, id)])
      expect(await textOf(bytes)).toContain(value);
  });

  test('without lines is a sheet without a table', async () => {
    const { bytes } = await downloadPrint(hannah, cardPrint, await order(hannah), english.t, 'en');
    expect(await textOf(bytes)).toContain('With love');
    expect(await textOf(bytes)).not.toContain('White lilies');
  });

  test('is a draft without a code until its document is approved', async () => {
    const id = await order(hannah, 'draft');
    const { data, stored } = await readPrint(hannah, orderPrint, id, english.t, 'en');
    expect(stored).toBeNull();
    expect(data).toMatchObject({ watermark: 'Draft' });
    expect(data.check).toBeUndefined();
    expect(await storePrint(orderPrint, id)).toBeNull();
    await expect(createPrintLink(hannah, orderPrint, id)).rejects.toMatchObject({
      code: 'print-not-approved',
      status: 409,
    });
  });

  test('is shown to whom its document is shown, and to nobody else', async () => {
    const id = await order(hannah);
    const tried = await Promise.allSettled([
      readPrint(farid, orderPrint, id, english.t, 'en'),
      downloadPrint(farid, orderPrint, id, english.t, 'en'),
      recordPrinted(farid, orderPrint, id),
      createPrintLink(farid, orderPrint, id),
      printLinksOf(farid, orderPrint, id),
      openPrint(farid, orderPrint, id, english),
    ]);
    expect(tried.map((one) => (one.status === 'rejected' ? one.reason.status : 200))).toEqual(tried.map(() => 404));
    const shown = { kind: 'can', needs: [{ subject: 'PurchaseRequest', anyOf: ['show', 'my-request-show'] }] };
    const published = {
      kind: 'can',
      needs: [{ subject: 'PurchaseRequest', anyOf: ['publish', 'my-request-publish'] }],
    };
    expect(printLinkEndpoints(orderPrint).access).toEqual({ GET: shown, POST: published, DELETE: shown });
    expect(printNoteEndpoint(orderPrint).access).toEqual({ POST: { ...shown, byPeople: true } });
    expect(printFileEndpoint(orderPrint).access).toEqual({ GET: { kind: 'open' } });
  });
});

describe('after the approval', () => {
  test('each print of the document is stored, once, under a code of its own', async () => {
    const id = await order(hannah);
    await Promise.all([storePrintAfterApproval('PO', id), storePrintAfterApproval('PO', id)]);
    const stored = await Promise.all([orderPrint, cardPrint].map((print) => storedPrintOf(print, id, 1)));
    expect(stored.map((version) => version!.name)).toEqual(['flowers', 'card']);
    expect(new Set(stored.map((version) => version!.code)).size).toBe(2);
    const { rows } = await sql`select 1 from print_versions where doc_id = ${id}`.execute(db);
    expect(rows).toHaveLength(2);
  });

  test('a print that cannot be made stands in nobody’s way', async () => {
    const id = await order(hannah);
    await change(id, { ribbon: 'With love 💐' });
    await storePrintAfterApproval('PO', id);
    expect(await storedPrintOf(orderPrint, id, 1)).toBeNull();
    const { unstored, data } = await readPrint(hannah, orderPrint, id, english.t, 'en');
    expect(unstored).toMatchObject({ code: 'document-missing-glyph', details: { params: { glyphs: '💐' } } });
    expect(data.watermark).toBe('Draft');
  });

  test('nothing is stored of a document that is not approved, or that is not there', async () => {
    const id = await order(hannah, 'draft');
    await storePrintAfterApproval('PO', id);
    await storePrintAfterApproval('PO', crypto.randomUUID());
    expect(await storedPrintOf(orderPrint, id, 1)).toBeNull();
  });
});

describe('whoever holds the print in hand', () => {
  test('is told that it is unchanged, with what to compare', async () => {
    const id = await order(hannah);
    expect(await verifyPrint(florist, await codeOf(orderPrint, id), 'en')).toMatchObject({
      name: 'flowers',
      verdict: 'unchanged',
      state: 'approved',
      revision: 'R1',
      total: '218.00',
      entity: 'Stillwater Garden Pte Ltd',
      amended: [],
    });
    expect(await verifyPrint(florist, await codeOf(cardPrint, id), 'en')).toMatchObject({ name: 'card', total: null });
  });

  test('is told what was changed since, where the print names it', async () => {
    const id = await order(hannah);
    const [flowers, card] = [await codeOf(orderPrint, id), await codeOf(cardPrint, id)];
    await change(id, { ribbon: 'In memory' });
    expect(await verifyPrint(florist, flowers, 'en')).toMatchObject({ verdict: 'amended', amended: ['ribbon'] });
    expect(await verifyPrint(florist, card, 'en')).toMatchObject({ verdict: 'unchanged', amended: [] });
    const { amended, data } = await readPrint(hannah, orderPrint, id, english.t, 'en');
    expect(amended).toEqual(['ribbon']);
    expect(data.texts).toEqual([{ label: 'Ribbon', value: 'With love' }]);
  });

  test('is told that it was taken back, superseded or cancelled', async () => {
    const id = await order(hannah);
    const first = await codeOf(orderPrint, id);
    await change(id, { status: 'returned' });
    expect(await verifyPrint(florist, first, 'en')).toMatchObject({ verdict: 'withdrawn', state: 'draft' });
    await change(id, { status: 'confirmed', revision: 2 });
    const second = await codeOf(orderPrint, id);
    expect(await verifyPrint(florist, first, 'en')).toMatchObject({ verdict: 'superseded', supersededBy: 'R2' });
    expect(await verifyPrint(florist, second, 'en')).toMatchObject({ verdict: 'unchanged', revision: 'R2' });
    await change(id, { status: 'void' });
    expect(await verifyPrint(florist, second, 'en')).toMatchObject({ verdict: 'cancelled', state: 'cancelled' });
    expect((await readPrint(hannah, orderPrint, id, english.t, 'en')).data.watermark).toBe('Cancelled');
  });

  test.each([
    ['voided', 'Void'],
    ['reversed', 'Reversed'],
  ])('is told that it was %s, which stands across its print and that of a link', async (status, word) => {
    const id = await order(hannah);
    const code = await codeOf(orderPrint, id);
    const token = tokenOf((await createPrintLink(hannah, orderPrint, id)).url);
    await change(id, { status });
    expect(await verifyPrint(florist, code, 'en')).toMatchObject({ verdict: status, state: status });
    expect((await readPrint(hannah, orderPrint, id, english.t, 'en')).data.watermark).toBe(word);
    const { bytes } = await downloadPrint(hannah, orderPrint, id, english.t, 'en');
    expect(await textOf(bytes)).toContain(word.toUpperCase());
    expect(await textOf((await openPrint(florist, orderPrint, token, english)).bytes)).toContain(word.toUpperCase());
  });

  test('is told nothing of a print that is no longer registered', async () => {
    const id = await order(hannah);
    const { id: versionId, data, ...stored } = (await storePrint(orderPrint, id))!;
    expect(versionId).toBeDefined();
    const other = { ...stored, id: crypto.randomUUID(), name: 'wreath-label', code: '7K4M-QX2P-93TD' };
    await db
      .insertInto('printVersions')
      .values({ ...other, data: jsonText(data) })
      .execute();
    await expect(verifyPrint(florist, '7K4M-QX2P-93TD', 'en')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a link', () => {
  test('opens its own print to whoever has it, and no other', async () => {
    const id = await order(hannah);
    const page = pageOf(`/flower-orders/${id}/preview`, { actor: hannah, params: { id }, fields: { act: 'create' } });
    const { made, links, name } = await openPreview(page, orderPrint);
    expect(made!.url).toMatch(/\/flower-orders\/[\w-]+$/);
    expect(links).toMatchObject([{ live: true, createdBy: 'Hannah Lim' }]);
    expect(name).toMatch(/^PO-SWG-2026-/);
    const token = tokenOf(made!.url);
    expect(await textOf((await openPrint(florist, orderPrint, token, english)).bytes)).toContain('White lilies');
    for (const print of [cardPrint, prf])
      await expect(openPrint(florist, print, token, english)).rejects.toMatchObject({ status: 404 });
    await revokePrintLink(hannah, orderPrint, id, links[0]!.id);
    await expect(openPrint(florist, orderPrint, token, english)).rejects.toMatchObject({ status: 404 });
  });

  test('opens nothing while the document is being changed, and the cancelled print afterwards', async () => {
    const id = await order(hannah);
    const token = tokenOf((await createPrintLink(hannah, orderPrint, id)).url);
    await change(id, { status: 'returned' });
    await expect(openPrint(florist, orderPrint, token, english)).rejects.toMatchObject({ status: 404 });
    await change(id, { status: 'void' });
    expect(await textOf((await openPrint(florist, orderPrint, token, english)).bytes)).toContain('CANCELLED');
  });
});

test('the log tells of every print in the same words, each as an event of its document', async () => {
  const id = await order(hannah);
  const { url } = await createPrintLink(hannah, orderPrint, id);
  await openPrint(florist, orderPrint, tokenOf(url), english);
  await recordPrinted(hannah, orderPrint, id);
  await downloadPrint(hannah, orderPrint, id, english.t, 'en');
  const entries = (await activityOf(id)).toReversed();
  expect(entries.map(({ eventCode }) => eventCode)).toEqual([
    'flower-order.print-stored',
    'flower-order.print-link-created',
    'flower-order.print-link-used',
    'flower-order.printed',
    'flower-order.downloaded',
  ]);
  expect(entries.every(({ businessEntityId, departmentId }) => businessEntityId && departmentId)).toBe(true);
  const sentences = (await inWords(entries, english)).map(({ sentence }) => sentence);
  expect(sentences[0]).toBe('stored the approved print as revision 1');
  expect(sentences[1]).toMatch(/^created a link to the print, valid until \d\d\/\d\d\/\d{4}/);
  expect(sentences.slice(2)).toEqual(['opened the print using its link', 'printed this', 'downloaded this as a PDF']);

  await expect(openPrint(florist, orderPrint, 'guess', english)).rejects.toMatchObject({ status: 404 });
  const refused = await db
    .selectFrom('activityLog')
    .selectAll()
    .where('eventCode', '=', 'flower-order.print-link-refused')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute();
  expect((await inWords(refused, english))[0]!.sentence).toBe('tried an invalid link to a print');
});
