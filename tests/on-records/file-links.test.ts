import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { type Actor, publicActor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { createTeam, getTeam } from '#lib/directory/team.server.ts';
import type { Team } from '#lib/directory/team.ts';
import '#lib/modules.server.ts';
import {
  createFileLink,
  fileLinksOf,
  openFilePage,
  openLinkedFile,
  revokeFileLink,
} from '#lib/on-records/attachment-links.server.ts';
import { addAttachment, attachmentsOf, removeAttachment } from '#lib/on-records/attachments.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { download, downloadForAnybody } from '#lib/process/files/file-response.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { cancelPurchaseRequest, deletePurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { photo, hasMetadata } from '#tests/support/photos.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti maintains the teams; Kai Wen may look at them; Hannah may not. A florist has no account.
let company: Company;
let siti: Actor;
let kaiWen: Actor;
let hannah: Actor;
let director: Actor;
let desk: Team;
const florist = visitorFrom('203.0.113.7');
const nothing = new URLSearchParams();

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, kaiWen, hannah, director] = (await Promise.all(
    ['admin', 'manager', 'requester', 'director'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor];
  desk = await createTeam(siti, { name: 'Lantern desk', leadId: company.userId('head') });
});

describe('a link to a file', () => {
  test('opens its page and gives the file to anybody, and each fetching is counted and logged', async () => {
    const attached = await photoOn(desk);
    const { url, expiresAt } = await createFileLink(siti, attached);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
    const page = await openFilePage(florist, tokenOf(url));
    expect(page).toMatchObject({
      file: { fileName: 'lanterns.jpg', width: 40, height: 60 },
      recordPath: null,
      sharing: null,
      content: `/file/${tokenOf(url)}/content`,
    });
    expect(sameMinute(page.until, expiresAt)).toBe(true);
    expect(await fileLinksOf(siti, attached)).toMatchObject([
      { useCount: 0, lastUsedAt: null, live: true, createdBy: 'Siti Aminah' },
    ]);

    const answer = await downloadForAnybody(
      await openLinkedFile(florist, tokenOf(url), nothing),
      new Request('http://garden.example'),
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await hasMetadata(bytes)).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store, no-transform',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-disposition': expect.stringContaining('lanterns.jpg'),
    });
    const small = await openLinkedFile(florist, tokenOf(url), new URLSearchParams({ size: '1600' }));
    expect(small.contentType).toBe('image/webp');
    await openLinkedFile(florist, tokenOf(url), nothing, new Headers({ range: 'bytes=100-' }));
    const used = async () => (await fileLinksOf(siti, attached))[0];
    expect(await used()).toMatchObject({ useCount: 2, lastUsedAt: expect.any(String) });

    const log = await activityOf(desk.id);
    expect(log.filter(({ eventCode }) => eventCode === 'team.file-link-created')).toMatchObject([
      { params: { file: 'lanterns.jpg', until: expiresAt }, actorName: 'Siti Aminah' },
    ]);
    expect(log.filter(({ eventCode }) => eventCode === 'team.file-link-used')).toMatchObject([
      { actorType: 'public', ip: '203.0.113.7' },
      { actorType: 'public' },
    ]);
    expect(JSON.stringify(log)).not.toContain(tokenOf(url));

    // What is sent whole counts, whatever part was asked for; and so does a later part that goes on with nothing.
    for (const headers of [{ range: 'bytes=1-', 'if-range': '"x"' }, { range: 'bytes=1-,0-0' }] as HeadersInit[])
      await openLinkedFile(florist, tokenOf(url), nothing, new Headers(headers));
    expect(await used()).toMatchObject({ useCount: 4 });
    await sql`update public_tokens set last_used_at = now() - interval '2 hours' where subject_id = ${attached}`.execute(
      db,
    );
    await openLinkedFile(florist, tokenOf(url), nothing, new Headers({ range: 'bytes=1-' }));
    expect(await used()).toMatchObject({ useCount: 5 });
    expect(
      sameMinute((await attachmentsOf('team', desk.id)).find(({ id }) => id === attached)!.linkedUntil, expiresAt),
    ).toBe(true);
  });

  test('with one other character, expired, revoked, or of a file that was taken off its record is not there', async () => {
    const attached = await photoOn(desk);
    const first = tokenOf((await createFileLink(siti, attached)).url);
    await gone(first.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')));
    await sql`update public_tokens set expires_at = now() - interval '1 second' where subject_id = ${attached}`.execute(
      db,
    );
    await gone(first);

    const second = tokenOf((await createFileLink(siti, attached)).url);
    const [newest] = await fileLinksOf(siti, attached);
    await openFilePage(florist, second);
    await revokeFileLink(siti, attached, newest!.id);
    await gone(second);
    expect(await refusal(revokeFileLink(siti, attached, newest!.id))).toMatchObject({ status: 404 });
    expect(await refusal(revokeFileLink(siti, attached, 'x'))).toMatchObject({ status: 404 });

    const third = tokenOf((await createFileLink(siti, attached)).url);
    await removeAttachment(siti, 'team', desk.id, attached);
    await gone(third);
    expect(await refusal(openFilePage(siti, attached))).toMatchObject({ status: 404 });
    const refused = await db
      .selectFrom('activityLog')
      .select('outcome')
      .where('eventCode', '=', 'file.link-refused')
      .execute();
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 9 }, () => 'refused'));
  });

  test('of another file cannot be ended or seen from here, and ends with its own days', async () => {
    const [one, other] = [await photoOn(desk), await photoOn(desk)];
    const { url } = await createFileLink(siti, one);
    const [link] = await fileLinksOf(siti, one);
    expect(await refusal(revokeFileLink(siti, other, link!.id))).toMatchObject({ status: 404 });
    expect(await fileLinksOf(siti, other)).toEqual([]);
    await changeSetting(
      siti,
      'files.link-days',
      { id: settingId('files.link-days'), version: 1 },
      { value: 3, startsOn: null, reason: 'Three days are enough.' },
    );
    const shorter = await createFileLink(siti, other);
    expect(Date.parse(shorter.expiresAt) - Date.now()).toBeLessThan(3.01 * 86_400_000);
    await openFilePage(florist, tokenOf(url));
  });

  test('is made and ended by who may change the files of the record, and by nobody else', async () => {
    const attached = await photoOn(desk);
    const { url } = await createFileLink(siti, attached);
    const [link] = await fileLinksOf(siti, attached);
    for (const act of [
      () => createFileLink(kaiWen, attached),
      () => fileLinksOf(kaiWen, attached),
      () => revokeFileLink(kaiWen, attached, link!.id),
    ])
      expect(await refusal(act())).toMatchObject({ code: 'not-authorized', status: 403 });
    for (const other of [hannah, florist]) {
      for (const act of [
        () => createFileLink(other, attached),
        () => fileLinksOf(other, attached),
        () => revokeFileLink(other, attached, link!.id),
      ])
        expect(await refusal(act())).toMatchObject({ status: 404 });
    }
    await openFilePage(florist, tokenOf(url));
  });

  test('to a file of a draft that was deleted is not there, until the draft is restored', async () => {
    const draft = await draftRequest(hannah, company);
    const attached = await photoOn(draft, 'purchase-request', hannah);
    const token = tokenOf((await createFileLink(hannah, attached)).url);
    const deleted = await deletePurchaseRequest(hannah, draft);
    await gone(token);
    await purchaseRequests.restore(hannah, deleted);
    await openFilePage(florist, token);
  });

  test('of a request that has ended can still be ended by its people, who still read what is confidential', async () => {
    const draft = await draftRequest(hannah, company);
    const attached = await photoOn(draft, 'purchase-request', hannah);
    const secret = await photoOn(draft, 'purchase-request', siti, { confidential: true });
    const token = tokenOf((await createFileLink(hannah, attached)).url);
    const [link] = await fileLinksOf(hannah, attached);
    await cancelPurchaseRequest(hannah, draft);
    await openFilePage(florist, token);
    expect(await refusal(photoOn(draft, 'purchase-request', hannah))).toMatchObject({ status: 403 });
    expect(await openFilePage(hannah, secret)).toMatchObject({ file: { confidential: true } });
    expect(await refusal(openFilePage(director, secret))).toMatchObject({ status: 404 });
    expect(await refusal(revokeFileLink(director, attached, link!.id))).toMatchObject({ status: 403 });
    await revokeFileLink(hannah, attached, link!.id);
    await gone(token);
  });

  test('to a confidential file does not exist, and ends when the file becomes one', async () => {
    const attached = await photoOn(desk);
    const token = tokenOf((await createFileLink(siti, attached)).url);
    await sql`update attachments set confidential = true where id = ${attached}`.execute(db);
    expect(await refusal(createFileLink(siti, attached))).toMatchObject({ code: 'file-confidential', status: 409 });
    await gone(token);
    expect(await openFilePage(siti, attached)).toMatchObject({ sharing: { refused: 'file-confidential', links: [] } });
    expect(await refusal(openFilePage(kaiWen, attached))).toMatchObject({ status: 404 });
  });

  test('cannot be tried out for long', async () => {
    const guesser = visitorFrom('203.0.113.99');
    const tries = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) =>
        index % 2 ? openFilePage(guesser, `guess-${index}`) : openLinkedFile(guesser, `guess-${index}`, nothing),
      ),
    );
    const statuses = tries.map((one) => (one.status === 'rejected' ? one.reason.status : 200));
    expect([
      statuses.filter((status) => status === 404).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([60, 10]);
  });
});

describe('the page of a file', () => {
  test('is there for the people of the record by its id, with what each may do', async () => {
    const attached = await photoOn(desk);
    const own = await openFilePage(siti, attached);
    expect(own).toMatchObject({
      recordPath: `/directory/teams/${desk.id}/show`,
      until: null,
      sharing: { links: [], refused: null },
    });
    expect(own.content).toMatch(/^\/api\/files\/[0-9a-f-]{36}-lanterns\.jpg$/);
    expect((await openFilePage(kaiWen, attached)).sharing).toBeNull();
    for (const other of [hannah, florist])
      expect(await refusal(openFilePage(other, attached))).toMatchObject({ status: 404 });
    expect(await getTeam(siti, desk.id)).toBeDefined();
  });

  test('keeps no copy of what goes to the people of the record, but asks each time', async () => {
    const attached = await photoOn(desk);
    const { file } = await openFilePage(siti, attached);
    expect(file.contentType).toBe('image/jpeg');
    const answer = await download(
      await openLinkedFile(florist, tokenOf((await createFileLink(siti, attached)).url), nothing),
      new Request('http://garden.example'),
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-transform');
  });
});

function visitorFrom(ip: string): Actor {
  return publicActor({ requestId: 'test', ip, userAgent: null });
}

async function photoOn({ id }: { id: string }, entity = 'team', by = siti, more: object = {}): Promise<string> {
  const { storageKey } = await addStoredFile(by, 'lanterns.jpg', await photo());
  return (await addAttachment(by, entity, id, { fileName: storageKey, ...more })).id;
}

/** Neither the page nor the file, for any reader. */
async function gone(token: string): Promise<void> {
  expect(await refusal(openFilePage(florist, token))).toMatchObject({ status: 404 });
  expect(await refusal(openLinkedFile(florist, token, nothing))).toMatchObject({ status: 404 });
}

/** The link and its log entry are made in one call. */
function sameMinute(one: string | null, other: string): boolean {
  return Math.abs(Date.parse(one ?? '') - Date.parse(other)) < 60_000;
}

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
