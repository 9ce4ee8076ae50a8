import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, draftRequest } from '#db/seed/builders.ts';
import type { Actor } from '#lib/values/actor.ts';
import { config } from '#lib/process/config/config.server.ts';
import { afterWorkDone } from '#lib/process/database/after-commit.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { stopDocuments } from '#lib/process/typst/renderer.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { approvePurchaseRequest, returnPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { createPrintLink } from '#lib/documents/prints/print-links.server.ts';
import { downloadPrint, recordPrinted, readPrint } from '#lib/documents/prints/print-reading.server.ts';
import { storePrint, storedPrintOf } from '#lib/documents/prints/stored-prints.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import {
  approved,
  downloaded,
  english,
  events,
  printedCompany,
  sent,
  type PrintedCompany,
} from '#tests/support/printed-requests.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let people: PrintedCompany;
let hannah: Actor, daniel: Actor, marie: Actor, farid: Actor;

beforeAll(async () => {
  people = await printedCompany();
  ({ hannah, daniel, marie, farid } = people);
});
afterAll(stopDocuments);

const paperOf = async (id: string) => (await readPrint(hannah, prf, id, english.t, 'en')).data;

describe('the form of an approved request', () => {
  test('shows number, amounts, names in every script and who approved it', async () => {
    const request = await approved(people, {
      title: 'Plaques 静安阁',
      purpose: 'For the family of தமிழ் செல்வன்.',
      preferredVendor: 'Hock Seng Stone Works 福成石业',
    });
    const { text, fileName } = await downloaded(hannah, request.id);
    expect(fileName).toBe(`PRF ${request.number}.pdf`);
    for (const value of [
      request.number!,
      'Stillwater Garden Pte Ltd',
      '静水园',
      '静安阁',
      '福成石业',
      '17,101.00',
      '1,539.09',
      '18,640.09',
      'Hannah Lim',
    ])
      expect(text).toContain(value);
    expect(text.replaceAll(/\s/g, '')).toContain('செல்வன்');
    expect(text).toContain('Daniel Koh');
    expect(text).toContain('Head of operations');
    expect(text).toContain('Marie Lau');
    expect(text).not.toContain('DRAFT');
    expect(text).toContain((await storePrint(prf, request.id))!.code);
  });

  test('names units in the language in which it is read', async () => {
    const request = await approved(people);
    const unitIn = async (language: Language) =>
      (await readPrint(hannah, prf, request.id, translatorFor(language), language)).data.lines?.[0]?.cells[3];
    expect([await unitIn('en'), await unitIn('de')]).toEqual(['Piece(s)', 'Stück']);
  });

  test('is made once, whoever asks and however many at the same moment', async () => {
    const request = await approved(people);
    const versions = await Promise.all(Array.from({ length: 6 }, () => storePrint(prf, request.id)));
    expect(new Set(versions.map((version) => version!.id)).size).toBe(1);
    const [first, second] = [await downloaded(hannah, request.id), await downloaded(marie, request.id)];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    expect(Buffer.from(first.bytes).includes('/StructTreeRoot')).toBe(true);
  });

  test('is made by the approval itself, without being waited for', async () => {
    const request = await approved(people);
    await expect.poll(() => storedPrintOf(prf, request.id, 1), { timeout: 5_000 }).not.toBeNull();
    expect(await events('purchase-request.print-stored', request.id)).toMatchObject([
      { actorType: 'system', entityNumber: request.number },
    ]);
  });

  test('made by two processes at once is stored once, and no other file stays', async () => {
    const request = await approved(people);
    await storePrint(prf, request.id);
    await afterWorkDone();
    const stored = (await storedPrintOf(prf, request.id, 1))!;
    const again = { ...stored, id: crypto.randomUUID(), code: 'AAAA-AAAA-AAAA', data: jsonText(stored.data) };
    await expect(db.insertInto('printVersions').values(again).execute()).rejects.toThrow('print_versions_one_each');
    const rows = await db.selectFrom('printVersions').select('storageKey').execute();
    const files = readdirSync(join(config.dataDir, 'prints'), { recursive: true }).filter((name) =>
      String(name).endsWith('.pdf'),
    );
    expect(files.toSorted()).toEqual(rows.map(({ storageKey }) => storageKey).toSorted());
  });

  test('says in the reader’s language what was approved, also after other things were changed', async () => {
    const request = await approved(people);
    await storePrint(prf, request.id);
    const priya = await actorNamed('purchasing');
    await updatePurchaseRequest(priya, request, { neededBy: '2039-03-01' });
    const { data, amended } = await readPrint(hannah, prf, request.id, translatorFor('de'), 'de');
    expect(amended).toEqual(['neededBy']);
    expect(data.facts.map(({ value }) => value)).not.toContain('01/03/2039');
    expect(data.title).toBe('Bestellanforderung');
    expect(data.totals!.at(-1)).toMatchObject({ amount: '18.640,09', strong: true });
  });

  test('carries the logo of its company as it was then', async () => {
    const file = await addStoredFile(daniel, 'logo.png', PNG);
    await sql`update business_entities set logo_file_storage = ${file.storageKey} where short_code = 'SWG'`.execute(db);
    const request = await approved(people);
    const logo = async () => (await paperOf(request.id)).entity.logo;
    expect(await logo()).toMatchObject({
      type: 'png',
      base64: PNG.toString('base64'),
      alt: 'Logo of Stillwater Garden Pte Ltd',
    });
    await storePrint(prf, request.id);
    await sql`update business_entities set logo_file_storage = null where short_code = 'SWG'`.execute(db);
    expect(await logo()).toMatchObject({ type: 'png' });
    expect((await paperOf((await approved(people)).id)).entity.logo).toBeUndefined();
  });

  test('carries a signature only of whoever allows it, and the log says so', async () => {
    const file = await addStoredFile(daniel, 'signature.png', PNG);
    await sql`update users set signature_file_storage = ${file.storageKey} where username in ('head', 'finance')`.execute(
      db,
    );
    await sql`update users set signature_on_prints = false where username = 'finance'`.execute(db);
    const request = await approved(people);
    const { approvals } = await paperOf(request.id);
    expect(approvals.given.map(({ name, signature }) => [name, signature?.alt])).toEqual([
      ['Daniel Koh', 'Signature of Daniel Koh'],
      ['Marie Lau', undefined],
    ]);
    expect(await events('user.signature-used', daniel.id)).toHaveLength(1);
    expect(await events('user.signature-used', marie.id)).toHaveLength(0);
    await sql`update users set signature_file_storage = null, signature_on_prints = true where username in ('head', 'finance')`.execute(
      db,
    );
    expect((await paperOf(request.id)).approvals.given[0]!.signature).toBeDefined();
  });

  test('with a character that no font has is approved all the same, and shown as a draft that says why', async () => {
    const request = await approved(people, { preferredVendor: 'Flowers 💐' });
    expect(request.status).toBe('pending-budget');
    const read = await readPrint(hannah, prf, request.id, english.t, 'en');
    expect(read.stored).toBeNull();
    expect(read.unstored).toMatchObject({ code: 'document-missing-glyph', details: { params: { glyphs: '💐' } } });
    expect(read.data.watermark).toBe('Draft');
    expect((await downloaded(hannah, request.id)).text).toContain('DRAFT');
    await expect(createPrintLink(hannah, prf, request.id)).rejects.toMatchObject({ code: 'document-missing-glyph' });
  });

  test('has what its entity prints at the foot of all its documents', async () => {
    await sql`update business_entities set print_footer = 'Purchases follow the terms of Stillwater Garden 静水园.' where short_code = 'SWG'`.execute(
      db,
    );
    expect((await downloaded(hannah, (await approved(people)).id)).text).toContain(
      'Purchases follow the terms of Stillwater Garden 静水园.',
    );
    await sql`update business_entities set print_footer = null where short_code = 'SWG'`.execute(db);
  });

  test('changed in the store is not given out', async () => {
    const request = await approved(people);
    const { storageKey } = (await storePrint(prf, request.id))!;
    const path = join(config.dataDir, 'prints', storageKey);
    expect(existsSync(path)).toBe(true);
    writeFileSync(path, 'something else');
    await expect(downloadPrint(hannah, prf, request.id, english.t, 'en')).rejects.toThrow('was changed in the store');
  });
});

describe('before the last approval', () => {
  test('a draft says so, has no number, nobody who approved it and no code', async () => {
    const draft = await draftRequest(hannah, people.company);
    const { text, fileName } = await downloaded(hannah, draft.id);
    expect(fileName).toBe('PRF Draft.pdf');
    expect(text).toContain('DRAFT');
    expect(text).toContain('No one has approved this request yet.');
    expect(text).not.toContain('Verify this document');
    expect(await storePrint(prf, draft.id)).toBeNull();
  });

  test('a request that waits shows who has approved so far, without a mark', async () => {
    const request = await approvePurchaseRequest(daniel, await sent(people), {});
    const { data, stored } = await readPrint(hannah, prf, request.id, english.t, 'en');
    expect(stored).toBeNull();
    expect(data.watermark).toBeUndefined();
    expect(data.approvals.given.map(({ name }) => name)).toEqual(['Daniel Koh']);
    expect(data.identity.at(-1)!.value).toBe('Pending approval');
  });

  test('no link can be made', async () => {
    await expect(createPrintLink(hannah, prf, (await sent(people)).id)).rejects.toMatchObject({
      code: 'print-not-approved',
      status: 409,
    });
  });
});

describe('in the log', () => {
  test('stands who printed and who downloaded a form', async () => {
    const request = await approved(people);
    await recordPrinted(hannah, prf, request.id);
    await downloadPrint(marie, prf, request.id, english.t, 'en');
    expect(await events('purchase-request.printed', request.id)).toMatchObject([{ actorName: 'Hannah Lim' }]);
    expect(await events('purchase-request.downloaded', request.id)).toMatchObject([{ actorName: 'Marie Lau' }]);
    await expect(recordPrinted(farid, prf, request.id)).rejects.toMatchObject({ status: 404 });
  });

  test('a form returned to its requester loses its approvals', async () => {
    const request = await returnPurchaseRequest(marie, await approvePurchaseRequest(daniel, await sent(people), {}), {
      comment: 'Please ask for a second price.',
    });
    const { approvals, watermark } = await paperOf(request.id);
    expect(approvals.given).toEqual([]);
    expect(watermark).toBe('Draft');
  });
});
