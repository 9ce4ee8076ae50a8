import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { publicActor, type Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import { stopDocuments } from '#lib/process/typst/renderer.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import {
  createPrintLink,
  mayPublishPrint,
  openPrint,
  printLinksOf,
  revokePrintLink,
} from '#lib/documents/prints/print-links.server.ts';
import { storePrint } from '#lib/documents/prints/stored-prints.server.ts';
import { verifyPrint } from '#lib/documents/prints/verify-print.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import {
  approved,
  downloaded,
  english,
  events,
  printedCompany,
  setStatus,
  textOf,
  type PrintedCompany,
} from '#tests/support/printed-requests.ts';

const visitor = publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: null });
let people: PrintedCompany;
let hannah: Actor, daniel: Actor, marie: Actor, farid: Actor;

beforeAll(async () => {
  people = await printedCompany();
  ({ hannah, daniel, marie, farid } = people);
});
afterAll(stopDocuments);

describe('the address of a form', () => {
  test('with a token opens it for anybody, and its use is counted and logged', async () => {
    const request = await approved(people);
    const { url, expiresAt } = await createPrintLink(hannah, prf, request.id);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
    const { bytes, fileName } = await openPrint(visitor, prf, tokenOf(url), english);
    expect(fileName).toBe(`PRF ${request.number}.pdf`);
    expect(Buffer.from(bytes).equals(Buffer.from((await downloaded(hannah, request.id)).bytes))).toBe(true);
    expect(await printLinksOf(hannah, prf, request.id)).toMatchObject([
      { useCount: 1, live: true, createdBy: 'Hannah Lim' },
    ]);
    expect(await events('purchase-request.print-link-created', request.id)).toHaveLength(1);
    expect(await events('purchase-request.print-link-used', request.id)).toMatchObject([
      { actorType: 'public', ip: '203.0.113.7' },
    ]);
    expect(JSON.stringify(await events('purchase-request.print-link-created', request.id))).not.toContain(tokenOf(url));
  });

  test('with one other character, expired, revoked or of a request that is being changed is not there', async () => {
    const request = await approved(people);
    const token = tokenOf((await createPrintLink(hannah, prf, request.id)).url);
    await expect(
      openPrint(
        visitor,
        prf,
        token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
        english,
      ),
    ).rejects.toMatchObject({ status: 404 });

    await sql`update public_tokens set expires_at = now() - interval '1 second' where subject_id = ${request.id}`.execute(
      db,
    );
    await expect(openPrint(visitor, prf, token, english)).rejects.toMatchObject({ status: 404 });

    const again = tokenOf((await createPrintLink(hannah, prf, request.id)).url);
    const [newest] = await printLinksOf(hannah, prf, request.id);
    await revokePrintLink(hannah, prf, request.id, newest!.id);
    await expect(openPrint(visitor, prf, again, english)).rejects.toMatchObject({ status: 404 });
    await expect(revokePrintLink(hannah, prf, request.id, newest!.id)).rejects.toMatchObject({ status: 404 });

    const third = tokenOf((await createPrintLink(hannah, prf, request.id)).url);
    await setStatus(request.id, 'returned');
    await expect(openPrint(visitor, prf, third, english)).rejects.toMatchObject({ status: 404 });
    const refused = await db
      .selectFrom('activityLog')
      .select('outcome')
      .where('eventCode', '=', 'purchase-request.print-link-refused')
      .execute();
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'refused'));
  });

  test('with the id of the request opens it for its people only', async () => {
    const request = await approved(people);
    await expect(openPrint(hannah, prf, request.id, english)).resolves.toBeDefined();
    await expect(openPrint(daniel, prf, request.id, english)).resolves.toBeDefined();
    await expect(openPrint(visitor, prf, request.id, english)).rejects.toMatchObject({ status: 404 });
    await expect(openPrint(farid, prf, request.id, english)).rejects.toMatchObject({ status: 404 });
    await expect(openPrint(await actorNamed('nobody'), prf, request.id, english)).rejects.toMatchObject({
      status: 404,
    });
    await expect(createPrintLink(farid, prf, request.id)).rejects.toMatchObject({ status: 404 });
    await expect(printLinksOf(farid, prf, request.id)).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be tried out for long', async () => {
    const guesser = publicActor({ requestId: 'test', ip: '203.0.113.99', userAgent: null });
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => openPrint(guesser, prf, `guess-${index}`, english)),
    );
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.status : 200));
    expect(codes.filter((code) => code === 404)).toHaveLength(30);
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
  });

  test('of a cancelled request gives the form with that word across it', async () => {
    const request = await approved(people);
    const token = tokenOf((await createPrintLink(hannah, prf, request.id)).url);
    await setStatus(request.id, 'cancelled');
    const { bytes } = await openPrint(visitor, prf, token, english);
    expect(await textOf(bytes)).toContain('CANCELLED');
  });
});

describe('who only reads', () => {
  test('neither makes a link nor ends one of somebody else, and sees no button for it', async () => {
    const request = await approved(people);
    const { url } = await createPrintLink(hannah, prf, request.id);
    const [link] = await printLinksOf(hannah, prf, request.id);
    expect(link).toMatchObject({ mayEnd: true });
    for (const reader of [await actorNamed('auditor'), marie]) {
      expect(await mayPublishPrint(reader, prf, request.id)).toBe(false);
      expect(await printLinksOf(reader, prf, request.id)).toMatchObject([{ id: link!.id, mayEnd: false }]);
      await expect(createPrintLink(reader, prf, request.id)).rejects.toMatchObject({ status: 403 });
      await expect(revokePrintLink(reader, prf, request.id, link!.id)).rejects.toMatchObject({ status: 403 });
    }
    await expect(openPrint(visitor, prf, tokenOf(url), english)).resolves.toBeDefined();
    expect(await printLinksOf(hannah, prf, request.id)).toHaveLength(1);
    expect(await events('purchase-request.print-link-revoked', request.id)).toEqual([]);
  });

  test('still ends what they made while they could publish; who may change the request ends every link', async () => {
    const request = await approved(people);
    const purchasing = await actorNamed('purchasing');
    await createPrintLink(purchasing, prf, request.id);
    const [first] = await printLinksOf(purchasing, prf, request.id);
    await withoutRights('PURCHASING-MANAGER', ['publish', 'update'], async () => {
      const reading = await actorNamed('purchasing');
      await expect(createPrintLink(reading, prf, request.id)).rejects.toMatchObject({ status: 403 });
      await revokePrintLink(reading, prf, request.id, first!.id);
    });
    await createPrintLink(purchasing, prf, request.id);
    const [second] = await printLinksOf(hannah, prf, request.id);
    expect(second).toMatchObject({ live: true, mayEnd: true });
    await revokePrintLink(hannah, prf, request.id, second!.id);
    expect(await printLinksOf(hannah, prf, request.id)).toMatchObject([{ live: false }, { live: false }]);
    expect(await events('purchase-request.print-link-revoked', request.id)).toHaveLength(2);
  });
});

describe('the check of a print', () => {
  test('says unchanged, then amended, then superseded, whatever way the code was copied', async () => {
    const request = await approved(people);
    const { code } = (await storePrint(prf, request.id))!;
    expect(await verifyPrint(visitor, code, 'en')).toMatchObject({
      verdict: 'unchanged',
      state: 'approved',
      number: request.number,
      revision: 'R1',
      total: '18,640.09',
      entity: 'Stillwater Garden Pte Ltd',
      supersededBy: null,
    });
    const copied = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await verifyPrint(visitor, copied, 'en')).verdict).toBe('unchanged');

    const amended = await updatePurchaseRequest(await actorNamed('purchasing'), request, {
      title: 'Plaques of another title',
    });
    expect((await verifyPrint(visitor, code, 'en')).verdict).toBe('amended');

    await setStatus(request.id, 'returned');
    expect((await verifyPrint(visitor, code, 'en')).verdict).toBe('withdrawn');
    const back = await db
      .selectFrom('purchaseRequests')
      .selectAll()
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow();
    const second = await submitPurchaseRequest(hannah, { id: amended.id, version: back.version });
    expect(second.revision).toBe(2);
    expect(await verifyPrint(visitor, code, 'en')).toMatchObject({ verdict: 'superseded', supersededBy: 'R2' });

    await approvePurchaseRequest(marie, await approvePurchaseRequest(daniel, second, {}), {});
    const newer = (await storePrint(prf, request.id))!;
    expect(newer.code).not.toBe(code);
    expect((await verifyPrint(visitor, newer.code, 'en')).verdict).toBe('unchanged');
    expect((await verifyPrint(visitor, code, 'en')).verdict).toBe('superseded');
  });

  test('knows no print that we have not made', async () => {
    for (const code of ['7K4M-QX2P-93TD', 'nothing', '', '../../etc'])
      await expect(verifyPrint(visitor, code, 'en')).rejects.toMatchObject({ status: 404 });
  });

  test('says that a request was cancelled', async () => {
    const request = await approved(people);
    const { code } = (await storePrint(prf, request.id))!;
    await setStatus(request.id, 'cancelled');
    expect(await verifyPrint(visitor, code, 'en')).toMatchObject({ verdict: 'cancelled', state: 'cancelled' });
  });
});

async function withoutRights(role: string, actions: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ roleId: string; subject: string; action: string; condition: 'none' }>`
    delete from role_permissions where role_id = (select id from roles where code = ${role})
    and subject = 'PurchaseRequest' and action = any(${actions}::text[]) returning *`.execute(db);
  expect(rows).toHaveLength(actions.length);
  await work();
  await db.insertInto('rolePermissions').values(rows).execute();
}

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
