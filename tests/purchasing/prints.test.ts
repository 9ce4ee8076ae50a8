import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildGarden, draftRequest, type Garden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { publicActor, type Actor } from '#lib/access/actor.ts';
import { config } from '#lib/platform/config.server.ts';
import { db } from '#lib/platform/database.server.ts';
import { stopDocuments } from '#lib/platform/documents/renderer.server.ts';
import { keepFile } from '#lib/platform/files.server.ts';
import { translatorFor } from '#lib/platform/i18n/translator.server.ts';
import { checkPrint } from '#lib/purchasing/print-check.server.ts';
import { approvePurchaseRequest, returnPurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';
import { createPrintLink, openPrf, printLinksOf, revokePrintLink } from '#lib/purchasing/purchase-request-print-links.server.ts';
import { ensurePrintVersion } from '#lib/purchasing/purchase-request-print-versions.server.ts';
import { downloadPrf, notePrinted, prfData, readPrf } from '#lib/purchasing/purchase-request-prints.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request-writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request.ts';

const english = { t: translatorFor('en'), language: 'en' } as const;
const visitor = publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: null });
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
let garden: Garden;
let hannah: Actor, daniel: Actor, marie: Actor, farid: Actor;

beforeAll(async () => {
  await seedFoundations();
  garden = await buildGarden();
  [hannah, daniel, marie, farid] = await Promise.all([actorNamed('requester'), actorNamed('head'), actorNamed('finance'), actorNamed('requester2')]);
});
afterAll(stopDocuments);

describe('the form of an approved request', () => {
  test('shows number, amounts, names in every script and who approved it', async () => {
    const request = await approved({ title: 'Plaques 静安阁', purpose: 'For the family of தமிழ் செல்வன்.', preferredVendor: 'Hock Seng Stone Works 福成石业' });
    const { text, fileName } = await downloaded(hannah, request.id);
    expect(fileName).toBe(`PRF ${request.number}.pdf`);
    for (const value of [request.number!, 'Stillwater Garden Pte Ltd', '静水园', '静安阁', '福成石业', '17,101.00', '1,539.09', '18,640.09', 'Hannah Lim']) expect(text).toContain(value);
    expect(text.replaceAll(/\s/g, '')).toContain('செல்வன்');
    expect(text).toContain('Daniel Koh');
    expect(text).toContain('Head of operations');
    expect(text).toContain('Marie Lau');
    expect(text).not.toContain('DRAFT');
    expect(text).toContain((await ensurePrintVersion(request.id))!.code);
  });

  test('is made once, whoever asks and however many at the same moment', async () => {
    const request = await approved();
    const versions = await Promise.all(Array.from({ length: 6 }, () => ensurePrintVersion(request.id)));
    expect(new Set(versions.map((version) => version!.id)).size).toBe(1);
    const [first, second] = [await downloaded(hannah, request.id), await downloaded(marie, request.id)];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    expect(Buffer.from(first.bytes).includes('/StructTreeRoot')).toBe(true);
  });

  test('made by two processes at once is kept once, and no other file stays', async () => {
    const request = await approved();
    const { keptPrintOf } = await import('#lib/purchasing/purchase-request-print-versions.server.ts');
    await ensurePrintVersion(request.id);
    const kept = (await keptPrintOf(request.id, 1))!;
    await expect(db.insertInto('printVersions').values({ ...kept, id: crypto.randomUUID(), code: 'AAAA-AAAA-AAAA', data: JSON.stringify(kept.data) } as never).execute()).rejects.toThrow('print_versions_one_each');
    const rows = await db.selectFrom('printVersions').select('storageKey').execute();
    const files = readdirSync(join(config.dataDir, 'prints'), { recursive: true }).filter((name) => String(name).endsWith('.pdf'));
    expect(files.toSorted()).toEqual(rows.map(({ storageKey }) => storageKey).toSorted());
  });

  test('says in the reader’s language what was approved, also after other things were changed', async () => {
    const request = await approved();
    await ensurePrintVersion(request.id);
    const priya = await actorNamed('purchasing');
    await updatePurchaseRequest(priya, request, { neededBy: '2039-03-01' });
    const { data, amended } = await readPrf(hannah, request.id, translatorFor('de'), 'de');
    expect(amended).toEqual(['neededBy']);
    expect(data.facts.map(({ value }) => value)).not.toContain('01/03/2039');
    expect(data.title).toBe('Bedarfsanforderung');
    expect(data.totals.at(-1)).toMatchObject({ amount: '18.640,09', strong: true });
  });

  test('carries a signature only of whoever allows it, and the log says so', async () => {
    const file = await keepFile(daniel, 'signature.png', PNG);
    await sql`update users set signature_file_storage = ${file.storageKey} where username in ('head', 'finance')`.execute(db);
    await sql`update users set signature_on_prints = false where username = 'finance'`.execute(db);
    const request = await approved();
    const { approvals } = await prfData(hannah, request.id, english.t, 'en');
    expect(approvals.given.map(({ name, signature }) => [name, signature?.alt])).toEqual([['Daniel Koh', 'Signature of Daniel Koh'], ['Marie Lau', undefined]]);
    expect(await events('user.signature-used', daniel.id)).toHaveLength(1);
    expect(await events('user.signature-used', marie.id)).toHaveLength(0);
    await sql`update users set signature_file_storage = null, signature_on_prints = true where username in ('head', 'finance')`.execute(db);
    expect((await prfData(hannah, request.id, english.t, 'en')).approvals.given[0]!.signature).toBeDefined();
  });

  test('with a character that no font has is approved all the same, and shown as a draft that says why', async () => {
    const request = await approved({ preferredVendor: 'Flowers 💐' });
    expect(request.status).toBe('pending-budget');
    const prf = await readPrf(hannah, request.id, english.t, 'en');
    expect(prf.kept).toBeNull();
    expect(prf.unkept).toMatchObject({ code: 'document-missing-glyph', details: { params: { glyphs: '💐' } } });
    expect(prf.data.watermark).toBe('Draft');
    expect((await downloaded(hannah, request.id)).text).toContain('DRAFT');
    await expect(createPrintLink(hannah, request.id)).rejects.toMatchObject({ code: 'document-missing-glyph' });
  });

  test('has what its entity prints at the foot of all its papers', async () => {
    await sql`update business_entities set print_footer = 'Purchases follow the terms of Stillwater Garden 静水园.' where short_code = 'SWG'`.execute(db);
    expect((await downloaded(hannah, (await approved()).id)).text).toContain('Purchases follow the terms of Stillwater Garden 静水园.');
    await sql`update business_entities set print_footer = null where short_code = 'SWG'`.execute(db);
  });

  test('changed on disk is not given out', async () => {
    const request = await approved();
    const { storageKey } = (await ensurePrintVersion(request.id))!;
    const path = join(config.dataDir, 'prints', storageKey);
    expect(existsSync(path)).toBe(true);
    writeFileSync(path, 'something else');
    await expect(downloadPrf(hannah, request.id, english.t, 'en')).rejects.toThrow('was changed on disk');
  });
});

describe('before the last approval', () => {
  test('a draft says so, has no number, nobody who approved it and no code', async () => {
    const draft = await draftRequest(hannah, garden);
    const { text, fileName } = await downloaded(hannah, draft.id);
    expect(fileName).toBe('PRF Draft.pdf');
    expect(text).toContain('DRAFT');
    expect(text).toContain('Nobody has approved this request yet.');
    expect(text).not.toContain('Check this paper');
    expect(await ensurePrintVersion(draft.id)).toBeNull();
  });

  test('a request that waits shows who has approved so far, without a mark', async () => {
    const request = await approvePurchaseRequest(daniel, await sent(), {});
    const { data, kept } = await readPrf(hannah, request.id, english.t, 'en');
    expect(kept).toBeNull();
    expect(data.watermark).toBeUndefined();
    expect(data.approvals.given.map(({ name }) => name)).toEqual(['Daniel Koh']);
    expect(data.identity.at(-1)!.value).toBe('Waiting for approval');
  });

  test('no link can be made', async () => {
    await expect(createPrintLink(hannah, (await sent()).id)).rejects.toMatchObject({ code: 'print-not-approved', status: 409 });
  });
});

describe('the address of a form', () => {
  test('with a token opens it for anybody, and its use is counted and logged', async () => {
    const request = await approved();
    const { url, expiresAt } = await createPrintLink(hannah, request.id);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
    const { bytes, fileName } = await openPrf(visitor, tokenOf(url), english);
    expect(fileName).toBe(`PRF ${request.number}.pdf`);
    expect(Buffer.from(bytes).equals(Buffer.from((await downloaded(hannah, request.id)).bytes))).toBe(true);
    expect(await printLinksOf(hannah, request.id)).toMatchObject([{ useCount: 1, live: true, createdBy: 'Hannah Lim' }]);
    expect(await events('purchase-request.print-link-created', request.id)).toHaveLength(1);
    expect(await events('purchase-request.print-link-used', request.id)).toMatchObject([{ actorType: 'public', ip: '203.0.113.7' }]);
    expect(JSON.stringify(await events('purchase-request.print-link-created', request.id))).not.toContain(tokenOf(url));
  });

  test('with one other character, expired, revoked or of a request that is being changed is not there', async () => {
    const request = await approved();
    const token = tokenOf((await createPrintLink(hannah, request.id)).url);
    await expect(openPrf(visitor, token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), english)).rejects.toMatchObject({ status: 404 });

    await sql`update public_tokens set expires_at = now() - interval '1 second' where subject_id = ${request.id}`.execute(db);
    await expect(openPrf(visitor, token, english)).rejects.toMatchObject({ status: 404 });

    const again = tokenOf((await createPrintLink(hannah, request.id)).url);
    const [newest] = await printLinksOf(hannah, request.id);
    await revokePrintLink(hannah, request.id, newest!.id);
    await expect(openPrf(visitor, again, english)).rejects.toMatchObject({ status: 404 });
    await expect(revokePrintLink(hannah, request.id, newest!.id)).rejects.toMatchObject({ status: 404 });

    const third = tokenOf((await createPrintLink(hannah, request.id)).url);
    await setStatus(request.id, 'returned');
    await expect(openPrf(visitor, third, english)).rejects.toMatchObject({ status: 404 });
    const refused = await db.selectFrom('activityLog').select('outcome').where('eventCode', '=', 'purchase-request.print-link-refused').execute();
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'refused'));
  });

  test('with the id of the request opens it for its people only', async () => {
    const request = await approved();
    await expect(openPrf(hannah, request.id, english)).resolves.toBeDefined();
    await expect(openPrf(daniel, request.id, english)).resolves.toBeDefined();
    await expect(openPrf(visitor, request.id, english)).rejects.toMatchObject({ status: 404 });
    await expect(openPrf(farid, request.id, english)).rejects.toMatchObject({ status: 404 });
    await expect(openPrf(await actorNamed('nobody'), request.id, english)).rejects.toMatchObject({ status: 404 });
    await expect(createPrintLink(farid, request.id)).rejects.toMatchObject({ status: 404 });
    await expect(printLinksOf(farid, request.id)).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be tried out for long', async () => {
    const guesser = publicActor({ requestId: 'test', ip: '203.0.113.99', userAgent: null });
    const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => openPrf(guesser, `guess-${index}`, english)));
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.status : 200));
    expect(codes.filter((code) => code === 404)).toHaveLength(30);
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
  });

  test('of a cancelled request gives the form with that word across it', async () => {
    const request = await approved();
    const token = tokenOf((await createPrintLink(hannah, request.id)).url);
    await setStatus(request.id, 'cancelled');
    const { bytes } = await openPrf(visitor, token, english);
    expect(await textOf(bytes)).toContain('CANCELLED');
  });
});

describe('the check of a paper', () => {
  test('says unchanged, then amended, then superseded, whatever way the code was copied', async () => {
    const request = await approved();
    const { code } = (await ensurePrintVersion(request.id))!;
    expect(await checkPrint(visitor, code, 'en')).toMatchObject({
      verdict: 'unchanged', state: 'approved', number: request.number, revision: 'R1', total: '18,640.09', entity: 'Stillwater Garden Pte Ltd', supersededBy: null,
    });
    const copied = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await checkPrint(visitor, copied, 'en')).verdict).toBe('unchanged');

    const amended = await updatePurchaseRequest(await actorNamed('purchasing'), request, { title: 'Plaques of another title' });
    expect((await checkPrint(visitor, code, 'en')).verdict).toBe('amended');

    await setStatus(request.id, 'returned');
    expect((await checkPrint(visitor, code, 'en')).verdict).toBe('withdrawn');
    const back = await db.selectFrom('purchaseRequests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow();
    const second = await submitPurchaseRequest(hannah, { id: amended.id, version: back.version });
    expect(second.revision).toBe(2);
    expect(await checkPrint(visitor, code, 'en')).toMatchObject({ verdict: 'superseded', supersededBy: 'R2' });

    await approvePurchaseRequest(marie, await approvePurchaseRequest(daniel, second, {}), {});
    const newer = (await ensurePrintVersion(request.id))!;
    expect(newer.code).not.toBe(code);
    expect((await checkPrint(visitor, newer.code, 'en')).verdict).toBe('unchanged');
    expect((await checkPrint(visitor, code, 'en')).verdict).toBe('superseded');
  });

  test('knows no paper that we have not made', async () => {
    for (const code of ['7K4M-QX2P-93TD', 'nothing', '', '../../etc']) await expect(checkPrint(visitor, code, 'en')).rejects.toMatchObject({ status: 404 });
  });

  test('says that a request was cancelled', async () => {
    const request = await approved();
    const { code } = (await ensurePrintVersion(request.id))!;
    await setStatus(request.id, 'cancelled');
    expect(await checkPrint(visitor, code, 'en')).toMatchObject({ verdict: 'cancelled', state: 'cancelled' });
  });
});

describe('in the log', () => {
  test('stands who printed and who downloaded a form', async () => {
    const request = await approved();
    await notePrinted(hannah, request.id);
    await downloadPrf(marie, request.id, english.t, 'en');
    expect(await events('purchase-request.printed', request.id)).toMatchObject([{ actorName: 'Hannah Lim' }]);
    expect(await events('purchase-request.downloaded', request.id)).toMatchObject([{ actorName: 'Marie Lau' }]);
    await expect(notePrinted(farid, request.id)).rejects.toMatchObject({ status: 404 });
  });

  test('a form returned to its requester loses its approvals', async () => {
    const request = await returnPurchaseRequest(marie, await approvePurchaseRequest(daniel, await sent(), {}), { comment: 'Please ask for a second price.' });
    const { approvals, watermark } = await prfData(hannah, request.id, english.t, 'en');
    expect(approvals.given).toEqual([]);
    expect(watermark).toBe('Draft');
  });
});

/** Forty plaques of Hannah's, sent for approval: S$ 17,101.00 net, so her head and the finance manager are asked. */
async function sent(more: Record<string, unknown> = {}): Promise<PurchaseRequest> {
  const charged = { expenseCategoryId: garden.categoryId('5310'), costCenterId: garden.costCenterId('OPS-COL'), gstCode: 'SR' };
  const lines = [
    { description: 'Granite plaque, 300 × 200 mm', specification: 'Honed grey', quantity: 40, unit: 'Piece(s)', unitPriceE4: 3_950_000, ...charged },
    { description: 'Bronze fixing set', quantity: 40, unit: 'Piece(s)', unitPriceE4: 250_000, ...charged },
    { description: 'Delivery and placement', quantity: 1, unit: 'Lot(s)', unitPriceE4: 3_010_000, ...charged },
  ];
  return submitPurchaseRequest(hannah, await draftRequest(hannah, garden, { lines, ...more }));
}

async function approved(more: Record<string, unknown> = {}): Promise<PurchaseRequest> {
  return approvePurchaseRequest(marie, await approvePurchaseRequest(daniel, await sent(more), {}), {});
}

/** What budgeting and the buyers will do to an approved request in operations of their own. */
async function setStatus(id: string, status: string): Promise<void> {
  await sql`update purchase_requests set status = ${status} where id = ${id}`.execute(db);
}

async function downloaded(actor: Actor, id: string) {
  const file = await downloadPrf(actor, id, english.t, 'en');
  return { ...file, text: await textOf(file.bytes) };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await extractText(Uint8Array.from(bytes), { mergePages: true })).text;
}

function events(code: string, entityId: string) {
  return db.selectFrom('activityLog').selectAll().where('eventCode', '=', code).where('entityId', '=', entityId).execute();
}

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
