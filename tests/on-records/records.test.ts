import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { timelineOf } from '#lib/on-records/history/timeline.server.ts';
import { team, type Team } from '#lib/directory/team.ts';
import { createTeam, updateTeam } from '#lib/directory/team.server.ts';
import { pieces } from '#components/on-records/text-pieces.ts';
import '#lib/modules.server.ts';
import { addAttachment, listAttachments, removeAttachment } from '#lib/on-records/attachments.server.ts';
import { offerToMention } from '#lib/on-records/mentions.server.ts';
import { addComment, listComments } from '#lib/on-records/comments.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { addStoredFile, presignDownload } from '#lib/process/files/files.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { fileByKey } from '#lib/process/files/stored-file.server.ts';
import type { WholeMail } from '#lib/process/mail/outbox.server.ts';
import { isWatching, setWatching } from '#lib/on-records/watchers.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti maintains the teams; Kai Wen and Helen may look at them; Hannah may not.
let company: Company;
let siti: Actor;
let kaiWen: Actor;
let helen: Actor;
let hannah: Actor;
let desk: Team;
const reader = { t: translatorFor('en'), language: 'en' };

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, kaiWen, helen, hannah] = (await Promise.all(['admin', 'manager', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
  desk = await createTeam(siti, {
    name: 'Lantern desk',
    leadId: company.userId('head'),
    members: [{ userId: company.userId('requester') }],
  });
});

const plan = (by: Actor, name = 'plan.txt') => addStoredFile(by, name, new TextEncoder().encode(`The plan, ${name}`));

describe('comments', () => {
  test('are written by whoever reaches the record, and read by them, newest first', async () => {
    await addComment(kaiWen, 'team', desk.id, { text: '  When do we hang the lanterns?\r\nI ask for the families. ' });
    await addComment(siti, 'team', desk.id, { text: 'On Friday.' });
    const { items } = await listComments(helen, 'team', desk.id);
    expect(items.map(({ authorName, text }) => [authorName, text])).toEqual([
      ['Siti Aminah', 'On Friday.'],
      ['Lim Kai Wen 林凯文', 'When do we hang the lanterns?\nI ask for the families.'],
    ]);
    expect((await activityOf(desk.id))[0]).toMatchObject({ eventCode: 'team.commented', actorName: 'Siti Aminah' });
  });

  test('do not exist for Hannah, who cannot open the team, nor on records of no kind', async () => {
    const outOfReach = { code: 'not-found', status: 404 };
    expect(await refusal(addComment(hannah, 'team', desk.id, { text: 'x' }))).toMatchObject(outOfReach);
    for (const [actor, entity, id] of [
      [hannah, 'team', desk.id],
      [siti, 'team', '01970000-0000-7000-8000-000000000000'],
      [siti, 'secret', desk.id],
      [siti, 'team', 'x'],
    ] as const) {
      expect(await refusal(listComments(actor, entity, id))).toMatchObject(outOfReach);
    }
  });

  test('need words, and not too many', async () => {
    for (const [text, code] of [
      ['  ', 'required'],
      [undefined, 'required'],
      ['x'.repeat(4001), 'too-long'],
    ] as const) {
      expect((await refusal(addComment(siti, 'team', desk.id, { text }))).errors).toMatchObject([
        { path: 'text', code },
      ]);
    }
  });

  test('that name people make them watch when they may open the record, and say who may not', async () => {
    const { comment, withoutAccess, unknown } = await addComment(siti, 'team', desk.id, {
      text: '@auditor and @requester, please look. Mail to x@manager.example; @nobody-known.',
    });
    expect(comment.mentions).toEqual([helen.id]);
    expect(withoutAccess).toEqual(['Hannah Lim']);
    expect(unknown).toEqual(['nobody-known']);
    const [shown] = (await listComments(siti, 'team', desk.id)).items;
    expect(shown!.mentioned).toEqual([{ username: 'auditor', name: helen.fullName }]);
    expect(await isWatching(helen, 'team', desk.id)).toBe(true);
    expect(await isWatching(hannah, 'team', desk.id)).toBe(false);
    expect(await isWatching(siti, 'team', desk.id)).toBe(true);
  });

  test('offer people while a name is typed, say who could not read it, and to outsiders name only who takes part', async () => {
    const offered = async (actor: Actor, words: string) =>
      (await offerToMention(actor, 'team', desk.id, words)).map(({ key, mayOpen }) => [key, mayOpen]);
    expect(await offered(siti, 'HANN')).toEqual([['requester', false]]);
    expect(await offered(siti, 'helen')).toEqual([['auditor', true]]);
    expect(await offered(siti, 'siti')).toEqual([]);
    expect(await offered(siti, '%')).toEqual([]);
    expect(await refusal(offered(hannah, 'helen'))).toMatchObject({ code: 'not-found', status: 404 });
    const ability = new Ability(helen.ability.permissions.filter(({ subject }) => subject !== 'User'));
    const outsider: Actor = { ...helen, departmentIds: [], ability };
    expect(await offered(outsider, 'hannah')).toEqual([]);
    expect(await offered(outsider, 'siti')).toEqual([['admin', true]]);
  });

  test('are told by mail to the people named and to those who watch, each once and in the own language, but not to the writer', async () => {
    const mails = async () =>
      (
        await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where kind = 'notification' order by created_at desc, to_address`.execute(
          db,
        )
      ).rows;
    const made = await createTeam(siti, { name: 'Mail desk', leadId: company.userId('head') });
    await setWatching(kaiWen, 'team', made.id, true);
    await db.updateTable('users').set({ language: 'de' }).where('id', '=', helen.id).execute();
    const before = (await mails()).length;
    await addComment(siti, 'team', made.id, { text: '@auditor @manager please read this.' });
    const newest = async (count: number) =>
      (await mails()).slice(0, count).toSorted((a, b) => a.toAddress.localeCompare(b.toAddress));
    const sent = await newest((await mails()).length - before);
    expect(sent.map(({ toAddress }) => toAddress)).toEqual(['auditor@garden.example', 'manager@garden.example']);
    expect(sent[0]!.subject).toBe('Siti Aminah hat Sie erwähnt: Team Mail desk');
    expect(sent[1]!.bodyText).toContain(`/directory/teams/${made.id}/show#timeline`);
    await addComment(kaiWen, 'team', made.id, { text: 'Read.' });
    expect((await newest(2)).map(({ toAddress }) => toAddress)).toEqual([
      'admin@garden.example',
      'auditor@garden.example',
    ]);
  });

  test('are sixty in ten minutes at most, since each may be a mail to many', async () => {
    const made = await createTeam(siti, { name: 'Loud desk', leadId: company.userId('head') });
    for (let count = 0; count < 60; count += 1) await addComment(helen, 'team', made.id, { text: 'Again.' });
    expect(await refusal(addComment(helen, 'team', made.id, { text: 'And again.' }))).toMatchObject({
      code: 'too-many-requests',
      status: 429,
    });
    expect((await listComments(siti, 'team', made.id)).items).toHaveLength(60);
    await addComment(siti, 'team', made.id, { text: 'Please stop.' });
  });

  test('are shown in pieces: words, people, addresses', () => {
    expect(
      pieces('See https://garden.example/a?b=1, @head, @heads. (Not a@head.)', ['head']).map(({ kind, text }) => [
        kind,
        text,
      ]),
    ).toEqual([
      ['words', 'See '],
      ['link', 'https://garden.example/a?b=1'],
      ['words', ', '],
      ['mention', '@head'],
      ['words', ', @heads. (Not a@head.)'],
    ]);
  });
});

describe('watching', () => {
  test('begins and ends, each logged once', async () => {
    const count = async () =>
      (await activityOf(desk.id)).filter(({ eventCode }) => eventCode.endsWith('watched')).length;
    const before = await count();
    await setWatching(kaiWen, 'team', desk.id, false);
    await setWatching(kaiWen, 'team', desk.id, false);
    await setWatching(kaiWen, 'team', desk.id, true);
    await setWatching(kaiWen, 'team', desk.id, true);
    expect(await isWatching(kaiWen, 'team', desk.id)).toBe(true);
    expect(await count()).toBe(before + 2);
    expect(await refusal(setWatching(hannah, 'team', desk.id, true))).toMatchObject({ status: 404 });
  });
});

describe('attachments', () => {
  test('are put on a record by who may change it, and fetched by who reaches it', async () => {
    const file = await plan(siti);
    expect(await refusal(presignDownload(kaiWen, { fileName: file.storageKey }))).toMatchObject({ status: 404 });
    const attached = await addAttachment(siti, 'team', desk.id, { fileName: file.storageKey });
    expect((await listAttachments(kaiWen, 'team', desk.id)).items).toMatchObject([
      { id: attached.id, fileName: 'plan.txt', addedBy: 'Siti Aminah', kind: 'document' },
    ]);
    expect(await presignDownload(kaiWen, { fileName: file.storageKey })).toHaveProperty('signedUrl');
    expect([file.claimedAt, (await fileByKey(file.storageKey)).claimedAt]).toEqual([null, expect.any(String)]);
    expect(await refusal(presignDownload(hannah, { fileName: file.storageKey }))).toMatchObject({ status: 404 });
    expect((await activityOf(desk.id))[0]).toMatchObject({
      eventCode: 'team.file-added',
      params: { file: 'plan.txt' },
    });
  });

  test('that are confidential are only for who may change the record', async () => {
    const file = await plan(siti, 'salaries.txt');
    await addAttachment(siti, 'team', desk.id, { fileName: file.storageKey, confidential: true });
    expect(await refusal(presignDownload(kaiWen, { fileName: file.storageKey }))).toMatchObject({ status: 404 });
  });

  test('are refused from who may only read, from nobody who cannot, and files that are somebody else’s', async () => {
    const [own, sitis] = [await plan(kaiWen), await plan(siti, 'other.txt')];
    expect(await refusal(addAttachment(kaiWen, 'team', desk.id, { fileName: own.storageKey }))).toMatchObject({
      status: 403,
    });
    expect(await refusal(addAttachment(hannah, 'team', desk.id, { fileName: own.storageKey }))).toMatchObject({
      status: 404,
    });
    for (const fileName of [own.storageKey, 'unknown.txt']) {
      expect((await refusal(addAttachment(siti, 'team', desk.id, { fileName }))).errors).toMatchObject([
        { path: 'fileName', code: 'file-not-uploaded' },
      ]);
    }
    expect(
      (await refusal(addAttachment(siti, 'team', desk.id, { fileName: sitis.storageKey, kind: 'No Kind' }))).errors,
    ).toMatchObject([{ path: 'kind' }]);
  });

  test('taken away are no longer listed or fetched, and cannot be taken away twice or from another record', async () => {
    const other = await createTeam(siti, { name: 'Other desk', leadId: company.userId('head') });
    const file = await plan(siti, 'draft.txt');
    const { id } = await addAttachment(siti, 'team', desk.id, { fileName: file.storageKey });
    expect(await refusal(removeAttachment(kaiWen, 'team', desk.id, id))).toMatchObject({ status: 403 });
    expect(await refusal(removeAttachment(siti, 'team', other.id, id))).toMatchObject({ status: 404 });
    await removeAttachment(siti, 'team', desk.id, id);
    expect(await refusal(removeAttachment(siti, 'team', desk.id, id))).toMatchObject({ status: 404 });
    expect(await refusal(presignDownload(kaiWen, { fileName: file.storageKey }))).toMatchObject({ status: 404 });
    expect(
      (await db.selectFrom('attachments').select('removedBy').where('id', '=', id).executeTakeFirstOrThrow()).removedBy,
    ).toBe(siti.id);
  });
});

describe('the timeline', () => {
  test('tells changes with labels and names, before and after, beside what was said', async () => {
    const made = await createTeam(siti, {
      name: 'Night desk',
      purpose: 'Answers calls at night.',
      leadId: company.userId('head'),
    });
    await addComment(kaiWen, 'team', made.id, { text: 'Thank you.' });
    await updateTeam(siti, made, {
      leadId: company.userId('finance'),
      purpose: 'Answers calls at night and on holidays.',
      members: [{ userId: company.userId('head') }],
    });
    const moments = await timelineOf(team, made.id, reader);
    expect(moments.map(({ who, comment, change }) => [who, comment?.text ?? change!.sentence])).toEqual([
      ['Siti Aminah', 'changed 3 fields'],
      ['Lim Kai Wen 林凯文', 'Thank you.'],
      ['Siti Aminah', 'created this'],
    ]);
    expect(moments[0]!.change!.changes.map(({ label, before, after }) => [label, before, after]).toSorted()).toEqual([
      ['Lead', 'Daniel Koh', 'Marie Lau'],
      ['Members', 'Daniel Koh', 'Daniel Koh; Marie Lau'],
      ['Purpose', 'Answers calls at night.', 'Answers calls at night and on holidays.'],
    ]);
  });

  test('is told in the reader’s language', async () => {
    const [first] = (await activityOf(desk.id)).filter(({ eventCode }) => eventCode === 'team.created');
    const [told] = await described([first!], { t: translatorFor('de'), language: 'de' });
    expect(told!.sentence).toBe('hat diesen Eintrag angelegt');
    expect(told!.changes.find(({ name }) => name === 'leadId')).toMatchObject({
      label: 'Leitung',
      before: '',
      after: 'Daniel Koh',
    });
  });
});
