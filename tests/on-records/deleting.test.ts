import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import '#lib/modules.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { addAttachment, removeAttachment } from '#lib/on-records/attachments.server.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { addComment, listComments } from '#lib/on-records/comments.server.ts';
import { saveDraft } from '#lib/on-records/drafts.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { recordOpened } from '#lib/on-records/recent-records.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import {
  approvePurchaseRequest,
  holdPurchaseRequest,
  releasePurchaseRequest,
  submitPurchaseRequest,
  withdrawPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { copyPurchaseRequest, updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import { searchEverything } from '#lib/records/search/search.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah writes requests and throws some away; Kai Wen, the manager, may read all of them.
let company: Company;
let hannah: Actor;
let kaiWen: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, kaiWen] = (await Promise.all(['requester', 'manager'].map(actorNamed))) as [Actor, Actor];
});

const draft = (more = {}) => draftRequest(hannah, company, more);
const mine = (type: string) =>
  myPurchaseRequests.list(hannah, readListQuery(myPurchaseRequests.of, new URLSearchParams(), type));

describe('a draft that was deleted', () => {
  test('is found by nobody: in no list or count, no search, nowhere by its address', async () => {
    const kept = await draft({ title: 'Bronze lanterns' });
    const gone = await draft({ title: 'Bronze lanterns, once more' });
    const before = await mine('my-drafts');
    const deleted = await purchaseRequests.remove(hannah, gone);
    expect(deleted).toMatchObject({ deletedAt: expect.any(String), version: gone.version + 1, status: 'draft' });
    const after = await mine('my-drafts');
    expect(after).toMatchObject({
      total: before.total - 1,
      counts: {
        'my-drafts': before.counts['my-drafts']! - 1,
        'all-my-requests': before.counts['all-my-requests']! - 1,
      },
    });
    const found = JSON.stringify(await searchEverything(hannah, 'bronze lanterns'));
    expect([found.includes(kept.id), found.includes(gone.id)]).toEqual([true, false]);
    for (const actor of [hannah, kaiWen, systemActor()]) {
      expect(await refusal(purchaseRequests.get(actor, gone.id))).toMatchObject({ status: 404 });
      expect(await purchaseRequests.reaches(actor, gone.id)).toBe(false);
    }
    expect(await refusal(updatePurchaseRequest(hannah, deleted, { title: 'Back' }))).toMatchObject({ status: 404 });
    expect(await refusal(submitPurchaseRequest(hannah, deleted))).toMatchObject({ status: 404 });
    expect(await refusal(purchaseRequests.remove(hannah, deleted))).toMatchObject({ status: 404 });
    expect(await refusal(listComments(hannah, purchaseRequest.name, gone.id))).toMatchObject({ status: 404 });
  });

  test('comes back as it was when the deletion is taken back, and the log says both', async () => {
    const made = await draft({ title: 'Stone benches' });
    const deleted = await purchaseRequests.remove(hannah, made);
    expect(await refusal(purchaseRequests.restore(hannah, made))).toMatchObject({ code: 'stale-version' });
    expect(await refusal(purchaseRequests.restore(await actorNamed('kitchen'), deleted))).toMatchObject({
      status: 404,
    });
    const restored = await purchaseRequests.restore(hannah, deleted);
    expect(restored).toMatchObject({ title: 'Stone benches', deletedAt: null, version: 3 });
    expect(await refusal(purchaseRequests.restore(hannah, restored))).toMatchObject({ status: 404 });
    expect(await purchaseRequests.get(hannah, made.id)).toMatchObject({ status: 'draft' });
    const [back, away] = await activityOf(made.id);
    expect([back!.eventCode, away!.eventCode]).toEqual(['purchase-request.restored', 'purchase-request.deleted']);
    const sentences = await described([back!, away!], { t: translatorFor('en'), language: 'en' });
    expect(sentences.map(({ sentence }) => sentence)).toEqual(['restored this after deletion', 'deleted this']);
  });

  test('is a draft that never had a number; everything else stays', async () => {
    const sent = await submitPurchaseRequest(hannah, await draft());
    expect(await refusal(purchaseRequests.remove(hannah, sent))).toMatchObject({ code: 'state-changed', status: 409 });
    const back = await withdrawPurchaseRequest(hannah, sent);
    expect(back).toMatchObject({ status: 'draft', number: sent.number });
    expect(await refusal(purchaseRequests.remove(hannah, back))).toMatchObject({ code: 'state-changed' });
    expect(await refusal(purchaseRequests.remove(await actorNamed('kitchen'), await draft()))).toMatchObject({
      status: 404,
    });
  });
});

describe('after thirty days', () => {
  const daysAgo = (id: string, days: number) =>
    sql`update purchase_requests set deleted_at = now() - ${days}::int * interval '1 day' where id = ${id}`.execute(db);
  /** Tables that still name the record, wherever. */
  async function namedIn(id: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
      db,
    );
    const found = [];
    for (const { name } of rows) {
      const { rows: naming } =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${id}%`} limit 1`.execute(db);
      if (naming.length > 0) found.push(name);
    }
    return found;
  }
  const night = async () => (await runJob('deleted-purge', 'schedule')).result;

  test('it is gone with everything that hung on it, and only the log knows of it', async () => {
    const made = await draft({ title: 'Marble chips' });
    const copy = await copyPurchaseRequest(hannah, made.id);
    await addComment(hannah, purchaseRequest.name, made.id, { text: 'White or grey?' });
    const file = await addStoredFile(hannah, 'chips.txt', new TextEncoder().encode('White marble chips'));
    await addAttachment(hannah, purchaseRequest.name, made.id, { fileName: file.storageKey, kind: 'other' });
    await saveDraft(hannah, `/purchasing/purchase-requests/${made.id}/edit`, { data: { title: ['Marble'] } });
    await recordOpened(hannah, purchaseRequest.name, made.id);
    await transaction((tx) =>
      notify(tx, {
        event: 'comment.written',
        to: [hannah.id],
        key: `test:${made.id}`,
        link: `/purchasing/purchase-requests/${made.id}/show`,
        entity: { name: purchaseRequest.name, id: made.id, number: null },
        params: { title: 'Marble chips', by: 'Kai Wen', text: 'White' },
      }),
    );
    expect((await namedIn(made.id)).length).toBeGreaterThan(6);
    await purchaseRequests.remove(hannah, made);
    await daysAgo(made.id, 31);
    expect(await night()).toEqual({ purged: 1 });
    // A letter that has gone out stays what it was.
    expect(await namedIn(made.id)).toEqual(['activity_log', 'mail_bodies']);
    const [entry] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'purchase-request.purged',
      before: { title: 'Marble chips' },
      after: null,
    });
    const kept: PurchaseRequest = await purchaseRequests.get(hannah, copy.id);
    expect(kept).toMatchObject({ copiedFromId: null, version: 2 });
    expect((await activityOf(copy.id))[0]).toMatchObject({
      eventCode: 'purchase-request.updated',
      before: { copiedFromId: made.id },
      after: { copiedFromId: null },
    });
    expect(await night()).toEqual({ purged: 0 });
  });

  test('what was deleted later, or restored, is still there', async () => {
    const [later, restored] = [await draft(), await draft()];
    await purchaseRequests.remove(hannah, later);
    await daysAgo(later.id, 29);
    await purchaseRequests.restore(hannah, await purchaseRequests.remove(hannah, restored));
    expect(await night()).toEqual({ purged: 0 });
    const { rows } = await sql`select 1 from purchase_requests where id in (${later.id}, ${restored.id})`.execute(db);
    expect(rows).toHaveLength(2);
  });
});

describe('a document on hold', () => {
  const hold = (seen: PurchaseRequest) =>
    purchaseRequests.update(
      hannah,
      seen,
      {},
      async () => ({
        onHold: true,
        holdReason: 'Waits for the architect.',
        heldById: kaiWen.id,
        heldAt: new Date().toISOString(),
      }),
      { event: 'held' },
    );

  test('lets nothing happen to it but its release, and says why and by whom', async () => {
    const begun = await draft();
    const { storageKey } = await addStoredFile(hannah, 'plaque.txt', new TextEncoder().encode('Honed grey'));
    const file = await addAttachment(hannah, purchaseRequest.name, begun.id, { fileName: storageKey });
    const held = await hold(begun);
    const frozen = {
      code: 'on-hold',
      status: 409,
      details: { params: { reason: 'Waits for the architect.', by: kaiWen.fullName } },
    };
    expect(await refusal(updatePurchaseRequest(hannah, held, { title: 'Other plaques' }))).toMatchObject(frozen);
    expect(await refusal(updatePurchaseRequest(hannah, held, { lines: [] }))).toMatchObject(frozen);
    expect(await refusal(updatePurchaseRequest(hannah, held, {}))).toMatchObject(frozen);
    expect(await refusal(removeAttachment(hannah, purchaseRequest.name, held.id, file.id))).toMatchObject({
      code: 'files-stay',
    });
    expect(await refusal(purchaseRequests.transition(systemActor(), 'cancel', held))).toMatchObject(frozen);
    expect(await refusal(submitPurchaseRequest(hannah, held))).toMatchObject({ code: 'on-hold' });
    expect(await refusal(purchaseRequests.remove(hannah, held))).toMatchObject(frozen);
    const free = await purchaseRequests.update(
      hannah,
      held,
      {},
      async () => ({ onHold: false, holdReason: null, heldById: null, heldAt: null }),
      { event: 'released', whileHeld: true },
    );
    expect(await updatePurchaseRequest(hannah, free, { title: 'Other plaques' })).toMatchObject({
      title: 'Other plaques',
    });
    expect(await linesOf(purchaseRequestLines, held.id)).toHaveLength(1);
    await removeAttachment(hannah, purchaseRequest.name, held.id, file.id);
  });

  test('is held and released by who may change every request; nobody decides on it or holds it twice meanwhile', async () => {
    const sent = await submitPurchaseRequest(hannah, await draft());
    const [siti, nurul] = [await actorNamed('admin'), await actorNamed('approver')];
    const reason = 'Waits for the architect.';
    expect(await refusal(holdPurchaseRequest(hannah, sent, { reason }))).toMatchObject({ code: 'not-authorized' });
    expect(await refusal(holdPurchaseRequest(siti, sent, {}))).toMatchObject({ code: 'invalid-input' });
    const held = await holdPurchaseRequest(siti, sent, { reason });
    expect(held).toMatchObject({ onHold: true, holdReason: reason, heldById: siti.id, status: 'pending-approval' });
    expect(await refusal(holdPurchaseRequest(siti, held, { reason }))).toMatchObject({ code: 'on-hold' });
    expect(await refusal(approvePurchaseRequest(nurul, held))).toMatchObject({ code: 'on-hold' });
    expect(await refusal(withdrawPurchaseRequest(hannah, held))).toMatchObject({ code: 'on-hold' });
    expect(await refusal(releasePurchaseRequest(hannah, held))).toMatchObject({ code: 'not-authorized' });
    const free = await releasePurchaseRequest(siti, held);
    expect(free).toMatchObject({ onHold: false, holdReason: null, heldById: null, heldAt: null });
    expect(await approvePurchaseRequest(nurul, free)).toMatchObject({ updatedBy: nurul.id, onHold: false });
  });
});
