import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { applyMailActToOne, applyMailAct } from '#lib/email/mail-acts.server.ts';
import { mailActResponse } from '#lib/email/mail-acts-on-matching.server.ts';
import { emptyTrash } from '#lib/email/email-cleanup.server.ts';
import { deliverEmails } from '#lib/email/email-delivery.server.ts';
import { discardDraft, findDraft, getDraft, saveDraft } from '#lib/email/draft.server.ts';
import { startDraft } from '#lib/email/draft-start.server.ts';
import { listMailbox, mailboxCounts, type MailLine } from '#lib/email/mailbox.server.ts';
import { findRecipients } from '#lib/email/recipients.server.ts';
import { cleanHtml } from '#lib/email/rich-text.server.ts';
import { sendMail, takeBackMail } from '#lib/email/sending.server.ts';
import { getMail, getThread } from '#lib/email/thread.server.ts';
import '#lib/modules.server.ts';
import { newestNotifications } from '#lib/notifications/notifications.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { canReadFile } from '#lib/process/files/file-access.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah writes; Daniel is her head, Prakash and Idris work beside her; Priya buys; Siti administers; Helen audits.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let prakash: Actor;
let priya: Actor;
let siti: Actor;
let helen: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, prakash, priya, siti, helen] = (await Promise.all(
    ['requester', 'head', 'stores', 'purchasing', 'admin', 'auditor'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor, Actor];
});

const key = ({ id }: Actor) => `user:${id}`;
const later = () => new Date(Date.now() + 11_000);
const list = (actor: Actor, query = '', folder?: string, label?: string) =>
  listMailbox(actor, new URLSearchParams(query), folder, label);
const found = async (actor: Actor, subject: string, folder?: string): Promise<MailLine | undefined> =>
  (await list(actor, `q=${encodeURIComponent(subject)}&perPage=100`, folder)).items.find(
    (mail) => mail.subject === subject,
  );
let count = 0;
const named = (what: string) => `${what} ${(count += 1)}`;

/** Sends and delivers; the sender's copy has this id. */
async function mailed(
  from: Actor,
  to: Actor[],
  more: Record<string, unknown> = {},
): Promise<{ id: string; subject: string }> {
  const id = uuid();
  const subject = String(more.subject ?? named('Lilies'));
  await sendMail(from, id, { to: to.map(key), subject, body: 'Please look.', ...more });
  await deliverEmails(later());
  return { id, subject };
}

describe('a mail', () => {
  test('waits ten seconds, goes out by itself and tells the bell once', async () => {
    const id = uuid();
    const before = (await actorOfPerson(daniel.id))!.unreadCount;
    const held = await sendMail(hannah, id, {
      to: [key(daniel)],
      subject: 'Lilies for Sunday',
      body: 'Twelve, white.\n\nThank you.',
    });
    expect(Date.parse(held.deliverAt) - Date.now()).toBeGreaterThan(8_000);
    expect(await deliverEmails()).toBe(0);
    expect(await found(daniel, 'Lilies for Sunday')).toBeUndefined();
    expect((await mailboxCounts(hannah)).held).toMatchObject({ id });
    expect(await deliverEmails(later())).toBe(1);
    expect(await deliverEmails(later())).toBe(0);
    expect(await found(daniel, 'Lilies for Sunday')).toMatchObject({
      who: 'Hannah Lim',
      isRead: false,
      folder: 'inbox',
      preview: 'Twelve, white.\n\nThank you.',
    });
    expect(await found(hannah, 'Lilies for Sunday', 'sent')).toMatchObject({
      who: 'Daniel Koh',
      fromMe: true,
      isRead: true,
    });
    expect((await actorOfPerson(daniel.id))!.unreadCount).toBe(before + 1);
    const notices = await db.selectFrom('notifications').selectAll().where('key', '=', `email:${id}`).execute();
    expect(notices.map(({ userId, event, link }) => ({ userId, event, link }))).toEqual([
      { userId: daniel.id, event: 'email.received', link: `/apps/email/threads/${held.threadId}/show` },
    ]);
    expect(JSON.stringify(notices)).not.toContain('Lilies');
  });

  test('read in the mailbox, it is read in the bell', async () => {
    const { subject, id } = await mailed(hannah, [daniel]);
    const mail = (await found(daniel, subject))!;
    await applyMailActToOne(daniel, mail.id, { act: 'read' });
    expect(
      await db.selectFrom('notifications').select('readAt').where('key', '=', `email:${id}`).executeTakeFirstOrThrow(),
    ).not.toEqual({ readAt: null });
  });

  test('taken back in time it is a draft again exactly as typed, and reaches nobody', async () => {
    const id = uuid();
    const typed = {
      to: [key(daniel)],
      bcc: [key(prakash)],
      subject: 'Too soon',
      body: '<p>Dear <b>Daniel</b></p>',
      format: 'html',
    };
    await sendMail(hannah, id, typed);
    const before = await db
      .selectFrom('mailMessages')
      .select(['bodyHtml', 'subject'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await takeBackMail(hannah, id);
    expect(await deliverEmails(later())).toBe(0);
    expect(await getDraft(hannah, id)).toMatchObject({
      ...before,
      state: 'draft',
      bodyHtml: '<p>Dear <b>Daniel</b></p>',
      to: [{ name: 'Daniel Koh' }],
      bcc: [{ name: 'Prakash Nair' }],
    });
    expect(await found(daniel, 'Too soon')).toBeUndefined();
    expect((await found(hannah, 'Too soon', 'draft'))?.href).toBe(`/apps/email/drafts/${id}/edit`);
  });

  test('that has gone out cannot be taken back, and nobody takes back that of another', async () => {
    const { id } = await mailed(hannah, [daniel]);
    expect((await refusal(takeBackMail(hannah, id))).code).toBe('mail-gone-out');
    const held = uuid();
    await sendMail(hannah, held, { to: [key(daniel)], subject: 'Held', body: '' });
    expect((await refusal(takeBackMail(daniel, held))).status).toBe(404);
    await takeBackMail(hannah, held);
  });

  test('sent from two tabs at once is sent once', async () => {
    const id = uuid();
    const { version } = await saveDraft(hannah, id, { to: [key(daniel)], subject: 'Once only', body: 'x', version: 0 });
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        sendMail(hannah, id, { to: [key(daniel)], subject: 'Once only', body: 'x', version }),
      ),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of sent)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'mail-already-sent', status: 409 });
    expect(
      (await Promise.all([deliverEmails(later()), deliverEmails(later()), deliverEmails(later())])).reduce(
        (a, b) => a + b,
      ),
    ).toBe(1);
    expect((await list(daniel, 'q=Once+only')).total).toBe(1);
  });

  test('either goes out or is taken back, whichever comes first', async () => {
    for (let n = 0; n < 8; n += 1) {
      const id = uuid();
      const subject = named('Race');
      await sendMail(hannah, id, { to: [key(daniel)], subject, body: '' });
      const [undone] = await Promise.allSettled([takeBackMail(hannah, id), deliverEmails(later())]);
      expect(Boolean(await found(daniel, subject))).toBe(undone.status === 'rejected');
    }
    await deliverEmails(later());
  });

  test('needs somebody it is for and a subject, and says both at once', async () => {
    expect(
      (await refusal(sendMail(hannah, uuid(), { body: 'Hello' }))).errors.map(({ path, code }) => `${path} ${code}`),
    ).toEqual(['to nobody-to-send-to', 'subject required']);
    const id = uuid();
    await saveDraft(hannah, id, { body: 'Not finished' });
    expect(await getDraft(hannah, id)).toMatchObject({ subject: '', bodyText: 'Not finished', to: [] });
    await discardDraft(hannah, id);
    expect(await findDraft(hannah, id)).toBeNull();
  });

  test('keeps nothing that acts or calls from elsewhere', async () => {
    const id = uuid();
    const body =
      '<p onclick="x()">Hello <script>alert(1)</script><img src="https://spy.example/a.gif"><a href="javascript:x()">bad</a> <a href="https://garden.example/a">good</a><style>p{}</style></p><form action="/x"><input name="a"></form><svg><a href="https://x">s</a></svg>';
    await saveDraft(hannah, id, { body, format: 'html' });
    const { bodyHtml } = await getDraft(hannah, id);
    expect(bodyHtml).toBe(
      '<p>Hello  <a href="https://garden.example/a" rel="noopener noreferrer nofollow" target="_blank">good</a></p><a href="https://x" rel="noopener noreferrer nofollow" target="_blank">s</a>',
    );
    await discardDraft(hannah, id);
  });

  test('with more elements than anybody writes is refused, and not read: it would keep the process busy for long', async () => {
    expect(
      (await refusal(saveDraft(hannah, uuid(), { format: 'html', body: '<b>'.repeat(130_000) }))).errors,
    ).toMatchObject([{ path: 'body', code: 'too-long' }]);
    expect(
      (await refusal(saveDraft(hannah, uuid(), { format: 'html', body: '<'.repeat(130_000) }))).errors,
    ).toMatchObject([{ path: 'body', code: 'too-long' }]);
    expect(cleanHtml('<b>'.repeat(130_000))).toBe(`<p>${'&lt;b&gt;'.repeat(130_000)}</p>`);
  });

  test('sent cannot be changed, not even by the product itself', async () => {
    const { id } = await mailed(hannah, [daniel]);
    expect((await refusal(saveDraft(hannah, id, { subject: 'Other' }))).code).toBe('mail-already-sent');
    await expect(sql`update mail_messages set subject = 'x' where id = ${id}`.execute(db)).rejects.toThrow(
      'a sent mail cannot be changed',
    );
    await expect(sql`delete from mail_messages where id = ${id}`.execute(db)).rejects.toThrow('somebody has this mail');
    await expect(sql`delete from mail_recipients where message_id = ${id}`.execute(db)).rejects.toThrow(
      'a sent mail cannot be changed',
    );
    await expect(
      sql`insert into mail_recipients (message_id, position, field, user_id) values (${id}, 9, 'to', ${priya.id})`.execute(
        db,
      ),
    ).rejects.toThrow('a sent mail cannot be changed');
  });
});

describe('whom a mail reaches', () => {
  test('a team and a department are their active people, each once, without the sender', async () => {
    const [team] = await findRecipients(hannah, 'qing ming');
    const operations = (await findRecipients(hannah, 'operations')).find(({ kind }) => kind === 'department');
    const { id } = await mailed(hannah, [], { to: [team!.key], cc: [operations!.key], subject: 'Qing Ming plan' });
    const copies = await db.selectFrom('mailBoxes').select(['userId', 'role']).where('messageId', '=', id).execute();
    expect(copies.filter(({ userId }) => userId === hannah.id)).toEqual([{ userId: hannah.id, role: 'sender' }]);
    expect(copies.filter(({ userId }) => userId === prakash.id)).toEqual([{ userId: prakash.id, role: 'to' }]);
    expect(copies.filter(({ userId }) => userId === daniel.id)).toEqual([{ userId: daniel.id, role: 'cc' }]);
    expect(new Set(copies.map(({ userId }) => userId)).size).toBe(copies.length);
  });

  test('a mail to oneself lies in both folders and rings no bell', async () => {
    const { id, subject } = await mailed(hannah, [hannah]);
    expect(await found(hannah, subject)).toBeDefined();
    expect(await found(hannah, subject, 'sent')).toBeDefined();
    expect(await db.selectFrom('notifications').select('id').where('key', '=', `email:${id}`).execute()).toEqual([]);
    expect((await getThread(hannah, (await found(hannah, subject))!.threadId, null)).mails).toHaveLength(1);
  });

  test('somebody suspended is not offered, refused by name, shown as such, and receives nothing that was under way', async () => {
    const idris = company.userId('duty');
    const id = uuid();
    await sendMail(hannah, id, { to: [`user:${idris}`, key(daniel)], subject: 'In progress', body: '' });
    const { version } = await db
      .selectFrom('users')
      .select('version')
      .where('id', '=', idris)
      .executeTakeFirstOrThrow();
    await suspendUser(siti, { id: idris, version }, { reason: 'Left.' });
    await deliverEmails(later());
    expect(
      await db.selectFrom('mailBoxes').select('id').where('messageId', '=', id).where('userId', '=', idris).execute(),
    ).toEqual([]);
    expect(await findRecipients(hannah, 'idris')).toEqual([]);
    const fault = await refusal(sendMail(hannah, uuid(), { to: [`user:${idris}`], subject: 'Hello', body: '' }));
    expect(fault.errors).toEqual([{ path: 'to', code: 'recipient-not-active', params: { name: 'Mohamed Idris' } }]);
    expect((await getMail(hannah, id)).to.find(({ name }) => name === 'Mohamed Idris')).toMatchObject({
      isActive: false,
    });
  });

  test('whoever gets an unseen copy is seen by the sender alone: page, list, search, answer and log', async () => {
    const { id, subject } = await mailed(hannah, [daniel], { bcc: [key(prakash)] });
    const his = (await found(daniel, subject))!;
    const hidden = (await found(prakash, subject))!;
    expect(JSON.stringify(await getThread(daniel, his.threadId, null))).not.toContain('Prakash');
    expect(await getMail(prakash, hidden.id)).toMatchObject({
      role: 'bcc',
      bcc: [],
      to: [{ name: 'Daniel Koh' }],
    });
    expect((await getMail(hannah, id)).bcc).toMatchObject([{ name: 'Prakash Nair' }]);
    expect((await list(daniel, 'q=Prakash&perPage=100')).items.some((mail) => mail.subject === subject)).toBe(false);
    expect((await list(hannah, 'q=Prakash&perPage=100', 'sent')).items.some((mail) => mail.subject === subject)).toBe(
      true,
    );
    expect(
      (await startDraft(daniel, new URLSearchParams({ replyAll: his.id }), 'en')).to.map(({ name }) => name),
    ).toEqual(['Hannah Lim']);
    const entries = await db.selectFrom('activityLog').selectAll().where('entityId', '=', id).execute();
    expect(entries.map(({ eventCode, params }) => ({ eventCode, params }))).toEqual([
      { eventCode: 'email.sent', params: { count: 2 } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Prakash|Lilies|Please look/);
  });

  test('people, teams and keys of nothing are refused', async () => {
    expect((await refusal(saveDraft(hannah, uuid(), { to: [`user:${uuid()}`] }))).errors).toEqual([
      { path: 'to', code: 'not-a-choice' },
    ]);
    expect(
      (await refusal(saveDraft(hannah, uuid(), { to: Array.from({ length: 51 }, () => `user:${uuid()}`) }))).errors[0],
    ).toMatchObject({ code: 'too-many-recipients' });
  });
});

describe('a mailbox is its person’s alone', () => {
  test('a copy, a conversation, a draft and a file of somebody else are not there, for an administrator or a program of one’s own too', async () => {
    const file = await addStoredFile(hannah, 'plan.txt', new TextEncoder().encode('Twelve lilies'));
    const { id, subject } = await mailed(hannah, [daniel], { attachments: [file.storageKey] });
    const his = (await found(daniel, subject))!;
    for (const other of [siti, helen]) {
      for (const act of [
        () => getMail(other, his.id),
        () => getMail(other, id),
        () => getThread(other, his.threadId, null),
        () => getThread(other, his.threadId, his.id),
        () => findDraft(other, id),
        () => getDraft(other, id),
        () => saveDraft(other, id, { subject: 'x' }),
        () => discardDraft(other, id),
        () => takeBackMail(other, id),
        () => applyMailActToOne(other, his.id, { act: 'star' }),
        () => startDraft(other, new URLSearchParams({ forward: his.id }), 'en'),
      ])
        expect((await refusal(act())).status).toBe(404);
      expect((await list(other, `q=${subject}`)).total).toBe(0);
      expect((await applyMailAct(other, [his.id], { act: 'trash' })).refused).toEqual([
        { id: his.id, code: 'not-found', params: undefined },
      ]);
    }
    const stored = await db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
    const program: Actor = { ...daniel, type: 'app-client' };
    expect(await Promise.all([daniel, siti, program].map((actor) => canReadFile(actor, stored)))).toEqual([
      true,
      false,
      false,
    ]);
    expect((await refusal(saveDraft(siti, uuid(), { attachments: [file.storageKey] }))).errors[0]).toMatchObject({
      code: 'file-not-uploaded',
    });
    expect((await startDraft(daniel, new URLSearchParams({ forward: his.id }), 'en')).attachments).toMatchObject([
      { fileName: 'plan.txt' },
    ]);
    const passedOn = uuid();
    await saveDraft(daniel, passedOn, { attachments: [file.storageKey] });
    expect((await getDraft(daniel, passedOn)).attachments).toHaveLength(1);
  });

  test('a linked document is opened with a right of one’s own; without it not even its number is told', async () => {
    const request = await draftRequest(hannah, company, { title: 'Secret plaques' });
    const { subject, id } = await mailed(hannah, [prakash], { linked: `purchase-request:${request.id}` });
    const his = (await found(prakash, subject))!;
    expect((await getMail(hannah, id)).linked).toMatchObject({
      open: { title: 'Secret plaques', href: `/purchasing/purchase-requests/${request.id}/show` },
    });
    const seen = await getMail(prakash, his.id);
    if (seen.linked?.open === null) expect(JSON.stringify(seen)).not.toContain('Secret plaques');
    const nobody = await actorNamed('nobody');
    const { subject: other } = await mailed(hannah, [nobody], { linked: `purchase-request:${request.id}` });
    const closed = await getMail(nobody, (await found(nobody, other))!.id);
    expect(closed.linked).toEqual({ key: `purchase-request:${request.id}`, label: 'email.linked.any', open: null });
    expect(JSON.stringify(closed)).not.toContain('Secret plaques');
    expect((await refusal(saveDraft(nobody, uuid(), { linked: `purchase-request:${request.id}` }))).errors).toEqual([
      { path: 'linked', code: 'not-a-choice' },
    ]);
  });
});

describe('keeping order', () => {
  test('stars, labels, trash, spam and what is put off are found where they belong', async () => {
    const { subject } = await mailed(hannah, [daniel]);
    const { id } = (await found(daniel, subject))!;
    const at = async (query: string, folder?: string, label?: string) =>
      (await list(daniel, `${query}&perPage=100`, folder, label)).items.some((mail) => mail.id === id);
    await applyMailActToOne(daniel, id, { act: 'star' });
    await applyMailActToOne(daniel, id, { act: 'label', label: 'private' });
    await applyMailActToOne(daniel, id, { act: 'label', label: 'private' });
    expect([
      await at('', 'starred'),
      await at('', 'inbox', 'private'),
      await at('', 'inbox', 'company'),
      await at('show=unread'),
      await at('show=files'),
    ]).toEqual([true, true, false, true, false]);
    expect((await getMail(daniel, id)).labels).toEqual(['private']);
    await applyMailActToOne(daniel, id, { act: 'snooze', until: 'tomorrow' });
    expect([await at(''), await at('show=snoozed')]).toEqual([false, true]);
    await sql`update mail_boxes set snoozed_until = now() - interval '1 minute' where id = ${id}`.execute(db);
    expect([await at(''), await at('show=snoozed')]).toEqual([true, false]);
    expect(
      (await refusal(applyMailActToOne(daniel, id, { act: 'snooze', until: '2020-01-01T00:00:00Z' }))).errors[0],
    ).toMatchObject({ code: 'time-over' });
    await applyMailActToOne(daniel, id, { act: 'spam' });
    expect([await at(''), await at('', 'spam'), await at('', 'starred')]).toEqual([false, true, false]);
    await applyMailActToOne(daniel, id, { act: 'trash' });
    await applyMailActToOne(daniel, id, { act: 'restore' });
    expect(await at('')).toBe(true);
    expect((await refusal(applyMailActToOne(daniel, id, { act: 'remove' }))).status).toBe(409);
    await applyMailActToOne(daniel, id, { act: 'trash' });
    await applyMailActToOne(daniel, id, { act: 'remove' });
    expect((await refusal(getMail(daniel, id))).status).toBe(404);
    expect(await found(hannah, subject, 'sent')).toBeDefined();
  });

  test('an unknown folder, label or act is refused', async () => {
    for (const [folder, label] of [
      ['archive', undefined],
      ['inbox', 'urgent'],
    ] as const)
      expect((await refusal(list(daniel, '', folder, label))).status).toBe(404);
    expect((await refusal(mailActResponse(daniel, { act: 'burn', ids: [uuid()] }))).status).toBe(422);
    expect(
      (await refusal(mailActResponse(daniel, { act: 'trash', query: 'folder=inbox&colour=red' }))).errors[0],
    ).toMatchObject({ path: 'query.colour' });
  });

  test('all that match are done at once, but what has come since', async () => {
    const word = named('Bulk');
    for (let n = 0; n < 12; n += 1) await mailed(hannah, [priya], { subject: `${word} ${n}` });
    const seenAt = new Date().toISOString();
    await mailed(hannah, [priya], { subject: `${word} late` });
    const { done, refused } = await mailActResponse(priya, { act: 'trash', query: `folder=inbox&q=${word}`, seenAt });
    expect([done.length, refused]).toEqual([12, []]);
    expect((await list(priya, `q=${word}`)).items.map(({ subject }) => subject)).toEqual([`${word} late`]);
  });

  test('the trash is emptied after thirty days, and a mail goes with its last copy', async () => {
    const { id, subject } = await mailed(hannah, [daniel]);
    const his = (await found(daniel, subject))!.id;
    await applyMailActToOne(daniel, his, { act: 'trash' });
    await applyMailActToOne(hannah, id, { act: 'trash' });
    await sql`update mail_boxes set trashed_at = now() - interval '29 days' where message_id = ${id}`.execute(db);
    await emptyTrash();
    expect((await getMail(daniel, his)).folder).toBe('trash');
    await sql`update mail_boxes set trashed_at = now() - interval '31 days' where message_id = ${id}`.execute(db);
    const first = await emptyTrash();
    expect(first).toMatchObject({ copies: 2, lastCopies: 1 });
    expect(await db.selectFrom('mailMessages').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(await emptyTrash()).toEqual({ copies: 0, lastCopies: 0 });
  });

  test('a draft that another tab has changed is not written over unseen', async () => {
    const id = uuid();
    const first = await saveDraft(hannah, id, { subject: 'One', body: 'first', version: 0 });
    await saveDraft(hannah, id, { subject: 'One', body: 'second tab', version: first.version });
    const stale = await refusal(
      saveDraft(hannah, id, { subject: 'One', body: 'first tab goes on', version: first.version }),
    );
    expect(stale).toMatchObject({ code: 'stale-version', status: 409 });
    expect(stale.details.newer).toMatchObject({ bodyText: 'second tab' });
  });

  test('an answer joins the conversation, quotes what it answers and goes back to the writer', async () => {
    const { subject, id } = await mailed(hannah, [daniel, prakash], { cc: [key(priya)] });
    const his = (await found(daniel, subject))!;
    const start = await startDraft(daniel, new URLSearchParams({ replyAll: his.id }), 'de');
    expect([start.subject, start.to.map(({ name }) => name), start.cc.map(({ name }) => name)]).toEqual([
      `Re: ${subject}`,
      ['Hannah Lim', 'Prakash Nair'],
      ['Priya Menon'],
    ]);
    expect(start.bodyHtml).toMatch(/schrieb Hannah Lim:.*<blockquote><p>Please look\.<\/p><\/blockquote>/s);
    await mailed(daniel, [hannah], { subject: start.subject, body: start.bodyHtml, format: 'html', inReplyTo: his.id });
    expect((await getThread(hannah, his.threadId, null)).mails.map(({ from }) => from.name)).toEqual([
      'Hannah Lim',
      'Daniel Koh',
    ]);
    expect((await getThread(prakash, his.threadId, null)).mails).toHaveLength(1);
    expect((await getMail(hannah, id)).threadId).toBe(his.threadId);
  });
});

describe('a notification', () => {
  test('is told in the bell, and leaves the mailbox to what people write', async () => {
    const before = await list(priya, 'perPage=100');
    await transaction((tx) =>
      notify(tx, {
        event: 'comment.written',
        to: [priya.id],
        link: '/directory/teams',
        key: 'notice:1',
        params: { author: 'Siti Aminah', quote: 'Please look at this.' },
      }),
    );
    expect((await newestNotifications(priya, 'en'))[0]).toMatchObject({ link: '/directory/teams' });
    expect(await list(priya, 'perPage=100')).toMatchObject({ items: before.items, counts: before.counts });
  });
});

describe('an agent, who is from outside', () => {
  test('finds the agency desk and whoever wrote to him, and neither the staff nor their departments', async () => {
    const [kumar, cecilia] = await Promise.all([actorNamed('agent'), actorNamed('agency')]);
    const names = async (words: string) => (await findRecipients(kumar, words)).map(({ name }) => name);
    expect(await names('Hannah')).toEqual([]);
    expect(await names('Operations')).toEqual([]);
    expect(await names('Qing Ming crew')).toEqual([]);
    expect((await findRecipients(kumar, 'agency desk')).map(({ key: found }) => found)).toEqual([key(cecilia)]);
    for (const to of [key(hannah), `department:${company.departmentId('OPS')}`])
      expect((await refusal(saveDraft(kumar, uuid(), { to: [to] }))).errors).toMatchObject([
        { path: 'to', code: 'not-a-choice' },
      ]);
    const { id } = await mailed(kumar, [cecilia]);
    expect((await getMail(kumar, id)).to).toMatchObject([{ key: key(cecilia) }]);
    await mailed(hannah, [kumar]);
    expect(await names('Hannah')).toEqual(['Hannah Lim']);
  });
});
