import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildGarden, type Garden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/access/actor.ts';
import { createAddress, updateAddress } from '#lib/directory/address.server.ts';
import { closeBusinessEntity, createBusinessEntity, getBusinessEntity, updateBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { db } from '#lib/platform/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti keeps companies and addresses; Marie of finance may read the companies.
let garden: Garden;
let siti: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  garden = await buildGarden();
  [siti, marie] = (await Promise.all(['admin', 'finance'].map(actorNamed))) as [Actor, Actor];
});

let count = 0;
const company = (more: object = {}) => {
  count += 1;
  return createBusinessEntity(siti, { legalName: `Lantern House ${count} Pte Ltd`, shortCode: `lh${count}`, uen: `20260000${count}K`, fiscalYearStartMonth: 4, ...more });
};
const errorsOf = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);

describe('a business entity', () => {
  test('keeps its short code in capitals', async () => {
    expect(await company({ shortCode: ' lhp ' })).toMatchObject({ shortCode: 'LHP', gstRegistered: false, status: 'active' });
    expect(await errorsOf(company({ shortCode: 'A' }))).toEqual([['shortCode', 'not-a-short-code']]);
    expect(await errorsOf(company({ shortCode: 'A-B' }))).toEqual([['shortCode', 'not-a-short-code']]);
    expect(await errorsOf(company({ shortCode: 'LHP' }))).toEqual([['shortCode', 'already-used']]);
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
    await sql`insert into number_series (id, business_entity_id, doc_type, year, prefix) values (${series}, ${made.id}, 'PR', 2026, 'PR')`.execute(db);
    await sql`insert into issued_numbers (series_id, value, number, doc_type, doc_id) values (${series}, 1, ${`PR-${count}`}, 'PR', ${uuid()})`.execute(db);
    expect(await errorsOf(updateBusinessEntity(siti, renamed, { shortCode: 'NEW' }))).toEqual([['shortCode', 'code-in-use']]);
    expect(await updateBusinessEntity(siti, renamed, { shortCode: renamed.shortCode.toLowerCase(), legalName: 'Renamed Pte Ltd' })).toMatchObject({ legalName: 'Renamed Pte Ltd' });
    expect((await getBusinessEntity(marie, made.id)).codeInUse).toBe(true);
  });

  test('is not taken out of use while an active department belongs to it', async () => {
    expect(await refusal(closeBusinessEntity(siti, await getBusinessEntity(siti, garden.entityId)))).toMatchObject({ code: 'business-entity-has-departments', status: 409 });
    expect(await closeBusinessEntity(siti, await company())).toMatchObject({ status: 'inactive' });
  });

  test('is not changed by Marie', async () => {
    expect(await refusal(updateBusinessEntity(marie, await company(), { phone: '1' }))).toMatchObject({ status: 403 });
  });
});

describe('an address', () => {
  const gate = { label: 'East gate', kind: 'site', street: 'Lim Chu Kang Lane' };

  test('in Singapore has a postal code of six digits; elsewhere it is written as it is there', async () => {
    expect(await errorsOf(createAddress(siti, { ...gate, postalCode: '12345' }))).toEqual([['postalCode', 'not-a-postal-code']]);
    const made = await createAddress(siti, { ...gate, postalCode: '718845' });
    expect(made.country).toBe('Singapore');
    const abroad = await updateAddress(siti, made, { country: 'Malaysia', postalCode: '80100' });
    expect(await errorsOf(updateAddress(siti, abroad, { country: 'Singapore' }))).toEqual([['postalCode', 'not-a-postal-code']]);
  });

  test('has both its degrees or neither, and only such as there are', async () => {
    const place = { ...gate, label: 'North gate', postalCode: '718845' };
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 1.425138 }))).toEqual([['longitude', 'both-or-none']]);
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 90.000001, longitude: -180.000001 }))).toEqual([['latitude', 'too-large'], ['longitude', 'too-small']]);
    expect(await errorsOf(createAddress(siti, { ...place, latitude: 1.4251387, longitude: 103 }))).toEqual([['latitude', 'too-many-decimals']]);
    const made = await createAddress(siti, { ...place, latitude: '1.425138', longitude: -180, departmentId: garden.departmentId('OPS') });
    expect(made).toMatchObject({ latitude: 1.425138, longitude: -180, departmentId: garden.departmentId('OPS') });
    expect(await errorsOf(updateAddress(siti, made, { latitude: '' }))).toEqual([['latitude', 'both-or-none']]);
    expect(await updateAddress(siti, made, { latitude: '', longitude: '' })).toMatchObject({ latitude: null, longitude: null });
  });
});
