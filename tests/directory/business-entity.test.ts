import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { addressesOf, closeAddress, createAddress, updateAddress } from '#lib/directory/address.server.ts';
import {
  closeBusinessEntity,
  createBusinessEntity,
  getBusinessEntity,
  removeLogo,
  setLogo,
  updateBusinessEntity,
} from '#lib/directory/business-entity.server.ts';
import { businessEntity } from '#lib/directory/business-entity.ts';
import { readRow } from '#lib/on-records/import/import-values.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { shownValue } from '#lib/records/shown.ts';
import { languages, type Language } from '#lib/values/languages.ts';
import { monthChoices } from '#lib/values/time.ts';
import { canReadFile } from '#lib/process/files/file-access.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { fileByKey } from '#lib/process/files/stored-file.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti maintains companies and addresses; Marie of finance may read the companies.
let own: Company;
let siti: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  own = await buildCompany();
  [siti, marie] = (await Promise.all(['admin', 'finance'].map(actorNamed))) as [Actor, Actor];
});

let count = 0;
const company = (more: object = {}) => {
  count += 1;
  return createBusinessEntity(siti, {
    legalName: `Lantern House ${count} Pte Ltd`,
    shortCode: `lh${count}`,
    uen: `20260000${count}K`,
    fiscalYearStartMonth: 4,
    ...more,
  });
};
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const errorsOf = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);

describe('a business entity', () => {
  test('keeps its short code in capitals', async () => {
    expect(await company({ shortCode: ' lhp ' })).toMatchObject({
      shortCode: 'LHP',
      gstRegistered: false,
      status: 'active',
    });
    expect(await errorsOf(company({ shortCode: 'A' }))).toEqual([['shortCode', 'not-a-short-code']]);
    expect(await errorsOf(company({ shortCode: 'A-B' }))).toEqual([['shortCode', 'not-a-short-code']]);
    expect(await errorsOf(company({ shortCode: 'LHP' }))).toEqual([['shortCode', 'already-used']]);
  });

  test('says in which month its year begins by the name of the month, in the language of the reader', () => {
    const begins = (language: Language) =>
      shownValue(
        businessEntity,
        'fiscalYearStartMonth',
        { fiscalYearStartMonth: 3 },
        { t: translatorFor(language), language },
      );
    expect(languages.map(begins)).toEqual(expect.arrayContaining(['March', 'März', 'mars', 'março']));
    expect(monthChoices('de').map(({ value, label }) => [value, label])).toEqual(
      expect.arrayContaining([
        ['1', 'Januar'],
        ['12', 'Dezember'],
      ]),
    );
    expect(monthChoices('en')).toHaveLength(12);
  });

  test('takes the month from a file by its number or its name in any language', () => {
    const read = (cell: string) =>
      readRow(businessEntity, ['fiscalYearStartMonth'], [cell], { find: () => undefined } as never, 'en');
    for (const cell of ['4', 'April', 'avril', 'ABRIL'])
      expect(read(cell)).toEqual({ input: { fiscalYearStartMonth: 4 }, faults: [] });
    expect(read('Lent').faults).toEqual([{ path: 'fiscalYearStartMonth', code: 'not-a-number' }]);
  });

  test('that is registered for GST has a number, and a year that begins in a month', async () => {
    expect(await errorsOf(company({ gstRegistered: true }))).toEqual([['gstNo', 'gst-number-missing']]);
    expect(await company({ gstRegistered: true, gstNo: 'M90312345X' })).toMatchObject({ gstNo: 'M90312345X' });
    expect(await errorsOf(company({ fiscalYearStartMonth: 13 }))).toEqual([['fiscalYearStartMonth', 'too-large']]);
  });

  test('may change its short code until the first number has been taken, and everything else after it', async () => {
    const made = await company();
    const renamed = await updateBusinessEntity(siti, made, { shortCode: `x${count}` });
    const series = uuid();
    await sql`insert into number_series (id, business_entity_id, doc_type, year, prefix) values (${series}, ${made.id}, 'PR', 2026, 'PR')`.execute(
      db,
    );
    await sql`insert into issued_numbers (series_id, value, number, doc_type, doc_id) values (${series}, 1, ${`PR-${count}`}, 'PR', ${uuid()})`.execute(
      db,
    );
    expect(await errorsOf(updateBusinessEntity(siti, renamed, { shortCode: 'NEW' }))).toEqual([
      ['shortCode', 'code-in-use'],
    ]);
    expect(
      await updateBusinessEntity(siti, renamed, {
        shortCode: renamed.shortCode.toLowerCase(),
        legalName: 'Renamed Pte Ltd',
      }),
    ).toMatchObject({ legalName: 'Renamed Pte Ltd' });
    expect((await getBusinessEntity(marie, made.id)).codeInUse).toBe(true);
  });

  test('is not taken out of use while an active department belongs to it', async () => {
    expect(await refusal(closeBusinessEntity(siti, await getBusinessEntity(siti, own.entityId)))).toMatchObject({
      code: 'business-entity-has-departments',
      status: 409,
    });
    expect(await closeBusinessEntity(siti, await company())).toMatchObject({ status: 'inactive' });
  });

  test('says where customers pay to, and the log knows of each account the last four digits only', async () => {
    const account = {
      bank: 'Lion City Bank',
      accountName: 'Lantern House Pte Ltd',
      accountNumber: '012-345678-9',
      swift: 'LCBKSGSG',
      payNowUen: '202600001K',
    };
    const made = await company({
      bankAccounts: [account, { ...account, accountNumber: '0987654321', swift: '', payNowUen: '' }],
    });
    expect((await getBusinessEntity(marie, made.id)).bankAccounts).toEqual([
      account,
      { ...account, accountNumber: '0987654321', swift: null, payNowUen: null },
    ]);
    await updateBusinessEntity(siti, made, { bankAccounts: [{ ...account, accountNumber: '55 5555 1111' }] });
    const entries = await activityOf(made.id);
    expect(entries.map(({ changedFields }) => changedFields.includes('bankAccounts'))).toEqual([true, true]);
    expect(entries[0]!.after!['bankAccounts']).toEqual([{ ...account, accountNumber: '•••• •••• 1111' }]);
    for (const digits of ['345678', '98765', '5555']) expect(JSON.stringify(entries)).not.toContain(digits);
    expect(
      await errorsOf(
        company({
          bankAccounts: [
            { ...account, accountNumber: 'none' },
            { ...account, swift: 'lcb' },
          ],
        }),
      ),
    ).toEqual([
      ['bankAccounts.0.accountNumber', 'not-an-account-number'],
      ['bankAccounts.1.swift', 'not-a-swift-code'],
    ]);
    expect(await company({ baseCurrency: 'USD' })).toMatchObject({ baseCurrency: 'SGD' });
  });

  test('has a logo that everybody who works here may see, put there by whoever may change the company', async () => {
    const made = await company();
    const { storageKey } = await addStoredFile(siti, 'logo.png', PNG);
    const sent = { fileName: storageKey, fileUrl: `/api/files/${storageKey}` };
    expect(await refusal(setLogo(marie, made, sent))).toMatchObject({ status: 422 });
    const hers = (await addStoredFile(marie, 'logo.png', PNG)).storageKey;
    expect(await refusal(setLogo(marie, made, { fileName: hers, fileUrl: `/${hers}` }))).toMatchObject({ status: 403 });
    expect(await canReadFile(marie, await fileByKey(storageKey))).toBe(false);
    const shown = await setLogo(siti, made, sent);
    expect(shown).toMatchObject({ logo: `/api/files/${storageKey}`, version: 2 });
    expect((await fileByKey(storageKey)).claimedAt).not.toBeNull();
    expect(await canReadFile(marie, await fileByKey(storageKey))).toBe(true);
    expect(await refusal(removeLogo(siti, made))).toMatchObject({ code: 'stale-version' });
    expect(await removeLogo(siti, shown)).toMatchObject({ logo: null });
    expect(await canReadFile(marie, await fileByKey(storageKey))).toBe(false);
  });

  test('shows its addresses, those in use first', async () => {
    const made = await company();
    const place = (label: string) =>
      createAddress(siti, {
        label,
        kind: 'site',
        block: '7',
        street: 'Lantern Lane',
        postalCode: '718845',
        businessEntityId: made.id,
      });
    const [first] = [await place('A lantern'), await place('B lantern')];
    await closeAddress(siti, first);
    expect((await addressesOf(made.id)).map(({ label, line, status }) => [label, line, status])).toEqual([
      ['B lantern', '7 Lantern Lane, 718845', 'active'],
      ['A lantern', '7 Lantern Lane, 718845', 'inactive'],
    ]);
  });

  test('is not changed by Marie', async () => {
    expect(await refusal(updateBusinessEntity(marie, await company(), { phone: '1' }))).toMatchObject({ status: 403 });
  });
});

describe('an address', () => {
  const gate = { label: 'East gate', kind: 'site', street: 'Lim Chu Kang Lane' };

  test('in Singapore has a postal code of six digits; elsewhere it is written as it is there', async () => {
    expect(await errorsOf(createAddress(siti, { ...gate, postalCode: '12345' }))).toEqual([
      ['postalCode', 'not-a-postal-code'],
    ]);
    const made = await createAddress(siti, { ...gate, postalCode: '718845' });
    expect(made.country).toBe('Singapore');
    const abroad = await updateAddress(siti, made, { country: 'Malaysia', postalCode: '80100' });
    expect(await errorsOf(updateAddress(siti, abroad, { country: 'Singapore' }))).toEqual([
      ['postalCode', 'not-a-postal-code'],
    ]);
  });

  test('has both its degrees or neither, and only such as there are', async () => {
    const place = { ...gate, label: 'North gate', postalCode: '718845' };
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 1.425138 }))).toEqual([
      ['longitude', 'both-or-none'],
    ]);
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 90.000001, longitude: -180.000001 }))).toEqual([
      ['latitude', 'too-large'],
      ['longitude', 'too-small'],
    ]);
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 1.4251387, longitude: 103 }))).toEqual([
      ['latitude', 'too-many-decimals'],
    ]);
    const made = await createAddress(siti, {
      ...place,
      latitude: '1.425138',
      longitude: -180,
      departmentId: own.departmentId('OPS'),
    });
    expect(made).toMatchObject({ latitude: 1.425138, longitude: -180, departmentId: own.departmentId('OPS') });
    expect(await errorsOf(updateAddress(siti, made, { latitude: '' }))).toEqual([['latitude', 'both-or-none']]);
    expect(await updateAddress(siti, made, { latitude: '', longitude: '' })).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });
});
