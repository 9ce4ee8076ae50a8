import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { revokeTokens } from '#lib/access/tokens/public-tokens.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { describeEntry as inWords } from '#lib/on-records/history/describe.server.ts';
import { decisionPage } from '#lib/approvals/inbox/decision-page.server.ts';
import { DECIDE } from '#lib/approvals/inbox/decision-link.server.ts';
import { createDelegation, endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { english } from '#tests/support/printed-requests.ts';

// Hannah asks; Daniel, her head, gets a mail and decides on his phone. Siti administers; Priya stands in once.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let priya: Actor;
let siti: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, priya, siti] = (await Promise.all(['requester', 'head', 'purchasing', 'admin'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
});

const sent = async (netCents = 400_000) =>
  submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents }));
/** The token in the newest mail to a person that has one. */
async function linkIn(userId: string): Promise<string> {
  const { rows } = await sql<{ bodyText: string }>`
    select b.body_text from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.to_user_id = ${userId} and b.body_text like '%/decide/%' order by m.created_at desc, m.id desc limit 1`.execute(
    db,
  );
  return /\/decide\/(\S+)/.exec(rows[0]!.bodyText)![1]!;
}
const opened = (token: string) => decisionPage(pageOf(`/decide/${token}`), token);
const decided = (token: string, fields: Record<string, string>) =>
  decisionPage(pageOf(`/decide/${token}`, { fields }), token);
const again = (request: PurchaseRequest) =>
  db.selectFrom('purchaseRequests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow();
const version = (view: { open: { document: { version: number } } | null }) => String(view.open!.document.version);

describe('the link of a mail', () => {
  test('tells one person once what is asked, with the number, the sum and the day', async () => {
    const request = await sent();
    const { rows } = await sql<{
      subject: string;
      bodyText: string;
    }>`select m.subject, b.body_text from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.to_user_id = ${daniel.id} and body_text like ${`%${request.number}%`}`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.subject).toBe(`Purchase request ${request.number} waits for your decision`);
    expect(rows[0]!.bodyText).toContain(
      'Granite plaques, Serenity Suite, 40 pieces, S$ 4,360.00, from Hannah Lim. Please decide by ',
    );
    expect(rows[0]!.bodyText).toContain('Nothing happens until you press a button on its page.');
    expect(rows[0]!.bodyText).toContain(`/purchasing/purchase-requests/${request.id}/show`);
  });

  test('shows what an approver needs, and however often it is opened nothing is decided', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    for (let scans = 0; scans < 5; scans += 1) await opened(token);
    const view = await opened(token);
    expect(view.open).toMatchObject({
      name: 'Daniel Koh',
      preview: { number: request.number, figures: [{ value: '4,360.00' }, {}, {}] },
      chain: { steps: [{ people: [{ fullName: 'Daniel Koh' }] }] },
    });
    expect(view.open!.preview.table!.rows[0]!.cells[0]).toBe('Granite plaque, 300 × 200 mm');
    expect((await again(request)).status).toBe('pending-approval');
  });

  test('decides once, keeps channel and address, and then says what was decided', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const done = await decided(token, {
      act: 'approve',
      version: version(await opened(token)),
      comment: 'From the train.',
    });
    expect(done.done).toMatchObject({ status: 303 });
    expect(await again(request)).toMatchObject({ status: 'pending-budget' });
    expect(
      await db
        .selectFrom('approvalTasks')
        .select(['status', 'channel', 'ip', 'comment'])
        .where('docId', '=', request.id)
        .execute(),
    ).toEqual([{ status: 'approved', channel: 'mail', ip: '203.0.113.7', comment: 'From the train.' }]);
    const [entry] = await inWords(
      (await activityOf(request.id)).filter(({ eventCode }) => eventCode === 'purchase-request.approve-step'),
      english,
    );
    expect(entry).toMatchObject({
      sentence: 'approved step 1 of 1 using the link in a mail',
      entry: { actorName: 'Daniel Koh', sessionId: null, ip: '203.0.113.7' },
    });
    expect((await opened(token)).end).toMatchObject({
      code: 'decided-by-you',
      params: { decision: `You approved ${request.number}` },
    });
    expect((await decided(token, { act: 'reject', version: '9', comment: 'No.' })).end).toMatchObject({
      code: 'decided-by-you',
    });
    expect((await again(request)).status).toBe('pending-budget');
  });

  test('decides nothing while its person must do something else first, as a new password that somebody else has set', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const view = await opened(token);
    await sql`update user_credentials set must_change = true where user_id = ${daniel.id}`.execute(db);
    expect((await opened(token)).end).toMatchObject({ code: 'revoked' });
    expect((await decided(token, { act: 'approve', version: version(view) })).end).toMatchObject({ code: 'revoked' });
    await sql`update user_credentials set must_change = false where user_id = ${daniel.id}`.execute(db);
    await sql`update roles set requires_second_factor = true where id in (select role_id from user_roles where user_id = ${daniel.id})`.execute(
      db,
    );
    expect((await opened(token)).end).toMatchObject({ code: 'revoked' });
    await sql`update roles set requires_second_factor = false where id in (select role_id from user_roles where user_id = ${daniel.id})`.execute(
      db,
    );
    expect((await again(request)).status).toBe('pending-approval');
    expect((await opened(token)).open).not.toBeNull();
  });

  test('returning and rejecting ask for a comment, and what was typed stays', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const seen = version(await opened(token));
    const refused = await decided(token, { act: 'return', version: seen, comment: '  ' });
    expect(refused).toMatchObject({ error: 'Please fill in this field.', typed: '  ', done: undefined });
    await decided(token, { act: 'return', version: seen, comment: 'Which plaques?' });
    expect((await again(request)).status).toBe('returned');
    await decided(await linkIn(daniel.id), { act: 'fly', version: seen });
    expect((await again(request)).status).toBe('returned');
  });

  test('in the person’s own language', async () => {
    await sql`update users set language = 'de' where id = ${daniel.id}`.execute(db);
    await sent();
    const page = pageOf('/decide/x');
    await decisionPage(page, await linkIn(daniel.id));
    expect(page.locals.language).toBe('de');
    await sql`update users set language = 'en' where id = ${daniel.id}`.execute(db);
  });
});

describe('a link that decides no more says why', () => {
  const endOf = async (token: string) => (await opened(token)).end;

  test('unknown, expired, revoked and used up', async () => {
    expect(await endOf('nothing')).toMatchObject({ code: 'unknown' });
    const request = await sent();
    const token = await linkIn(daniel.id);
    const [task] = await db.selectFrom('approvalTasks').select('id').where('docId', '=', request.id).execute();
    const set = (change: ReturnType<typeof sql>) =>
      sql`update public_tokens set ${change} where purpose = ${DECIDE} and subject_id = ${task!.id}`.execute(db);
    await set(sql`use_count = 1`);
    expect(await endOf(token)).toMatchObject({ code: 'used', params: { name: request.number } });
    await set(sql`use_count = 0, expires_at = now() - interval '1 second'`);
    expect(await endOf(token)).toMatchObject({ code: 'expired' });
    expect((await decided(token, { act: 'approve', version: '2' })).end).toMatchObject({ code: 'expired' });
    await set(sql`expires_at = now() + interval '1 hour'`);
    await transaction((tx) => revokeTokens(tx, DECIDE, task!.id));
    expect(await endOf(token)).toMatchObject({ code: 'revoked' });
    expect((await again(request)).status).toBe('pending-approval');
  });

  test('taken back, decided by another, passed on', async () => {
    const back = await sent();
    const token = await linkIn(daniel.id);
    await withdrawPurchaseRequest(hannah, back);
    expect(await endOf(token)).toMatchObject({
      code: 'already-settled',
      params: { why: 'The requester has withdrawn this. There is nothing left to decide.' },
    });

    const made = await createDelegation(daniel, {
      toUserId: priya.id,
      fromAt: new Date().toISOString(),
      toAt: new Date(Date.now() + 86_400_000).toISOString(),
      reason: 'Away',
    });
    await sent();
    const delegate = await linkIn(priya.id);
    expect((await opened(delegate)).open).toMatchObject({ name: 'Priya Menon', onBehalfOf: 'Daniel Koh' });
    await endDelegation(daniel, made.id);
    expect(await endOf(delegate)).toMatchObject({
      code: 'already-settled',
      params: { why: 'This decision has been reassigned to Daniel Koh.' },
    });
    expect(await decided(delegate, { act: 'approve', version: '2', comment: 'Fine by me.' })).toMatchObject({
      end: { code: 'already-settled' },
      typed: 'Fine by me.',
    });
  });

  test('changed since, and changed while it was being looked at', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const seen = version(await opened(token));
    await sql`update purchase_requests set version = version + 1 where id = ${request.id}`.execute(db);
    expect(await decided(token, { act: 'approve', version: seen })).toMatchObject({
      open: { name: 'Daniel Koh' },
      error: 'Someone else has changed this in the meantime. Please check the newer values.',
    });
    await sql`update purchase_request_lines set quantity = 99 where purchase_request_id = ${request.id}`.execute(db);
    expect(await endOf(token)).toMatchObject({ code: 'changed' });
  });

  test('above the limit of the business the mail promises no link that decides, and leads to the document', async () => {
    const textOf = async ({ number }: PurchaseRequest) =>
      (
        await sql<{ bodyText: string }>`
          select b.body_text from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.to_user_id = ${daniel.id} and b.body_text like ${`%${number}%`}`.execute(
          db,
        )
      ).rows[0]!.bodyText;
    const above = await sent(500_001);
    const mail = await textOf(above);
    expect(mail).toContain('so you will be asked to sign in.');
    expect(mail).toContain(`/purchasing/purchase-requests/${above.id}/show`);
    expect(mail).not.toContain('can be used once');
    expect(mail).not.toContain('/decide/');
    const within = await textOf(await sent(500_000));
    expect(within).toContain('can be used once');
    expect(within).not.toContain('sign in');
  });

  test('above a limit that the business has lowered since, it leads to signing in, and decides nothing', async () => {
    const request = await sent(500_000);
    const token = await linkIn(daniel.id);
    await changeSetting(
      siti,
      'approvals.mail-limit',
      { id: settingId('approvals.mail-limit'), version: 1 },
      { value: 499_999, startsOn: null, reason: 'Larger sums are decided at the desk.' },
    );
    expect(await opened(token)).toMatchObject({
      open: null,
      end: { code: 'sign-in', params: { limitCents: 499_999 } },
      documentPath: `/purchasing/purchase-requests/${request.id}/show`,
    });
    expect((await decided(token, { act: 'approve', version: '2' })).end).toMatchObject({ code: 'sign-in' });
    expect((await again(request)).status).toBe('pending-approval');
  });

  test('suspended: somebody else is asked, and the link of the moved task is dead', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const head = await db
      .selectFrom('users')
      .select(['id', 'version'])
      .where('id', '=', daniel.id)
      .executeTakeFirstOrThrow();
    await suspendUser(siti, head, { reason: 'Has left.' });
    expect(await endOf(token)).toMatchObject({ code: 'not-active' });
    expect((await decided(token, { act: 'approve', version: '2' })).end).toMatchObject({ code: 'not-active' });
    await sql`update users set status = 'active' where id = ${daniel.id}`.execute(db);
    expect(await endOf(token)).toMatchObject({
      code: 'already-settled',
      params: { why: 'This decision has been reassigned to Lim Kai Wen 林凯文.' },
    });
    expect((await again(request)).status).toBe('pending-approval');
  });
});

describe('at the same moment', () => {
  test('by mail and on the web: one decision counts, and the mail says so', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const seen = version(await opened(token));
    const [byMail, onWeb] = await Promise.allSettled([
      decided(token, { act: 'approve', version: seen }),
      approvePurchaseRequest(daniel, request, {}),
    ]);
    const tasks = await db
      .selectFrom('approvalTasks')
      .select(['status', 'channel'])
      .where('docId', '=', request.id)
      .execute();
    expect(tasks).toHaveLength(1);
    expect(byMail.status).toBe('fulfilled');
    const mailWon = onWeb.status === 'rejected';
    expect(tasks[0]).toEqual({ status: 'approved', channel: mailWon ? 'mail' : 'web' });
    if (!mailWon) expect(byMail).toMatchObject({ value: { end: { code: 'decided-by-you' } } });
    else expect(onWeb).toMatchObject({ reason: { code: 'decided-meanwhile' } });
  });

  test('the same link pressed on two phones decides once', async () => {
    const request = await sent();
    const token = await linkIn(daniel.id);
    const seen = version(await opened(token));
    const both = await Promise.all([
      decided(token, { act: 'approve', version: seen }),
      decided(token, { act: 'reject', version: seen, comment: 'No.' }),
    ]);
    expect(both.filter(({ done }) => done)).toHaveLength(1);
    expect(['pending-budget', 'rejected']).toContain((await again(request)).status);
    expect(
      await db.selectFrom('approvalTasks').select('status').where('docId', '=', request.id).execute(),
    ).toHaveLength(1);
  });
});
