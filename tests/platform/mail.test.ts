import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, transaction } from '#lib/platform/database.server.ts';
import { deliverAll, startMailDelivery } from '#lib/platform/mail/delivery.server.ts';
import { keptMails, queueMail, type Mail } from '#lib/platform/mail/outbox.server.ts';
import { startSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts';

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  smtp.messages.length = 0;
  smtp.answer = () => '250 taken';
  await sql`delete from mail_outbox`.execute(db);
});

const mail = (to: string, more: Partial<Mail> = {}): Mail => ({ to, language: 'en', kind: 'test', subject: 'Your lot', text: 'Dear Mei,\n\nthe plaque is ready.', ...more });
const queue = (one: Mail) => transaction((tx) => queueMail(tx, one));
const transport = () => createTransport(smtp.url);
const rows = () => db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').execute();

test('a mail goes out once the act is done, in words of any script', async () => {
  await queue(mail('mei@home.example', { subject: 'Grabplatte für 陈美玲', language: 'de' }));
  expect(await deliverAll(transport())).toBe(1);
  const [message] = smtp.messages;
  expect(message).toMatch(/^To: mei@home\.example$/m);
  expect(message).toMatch(/^From: Stillwater Garden <no-reply@localhost>$/m);
  expect(message).toMatch(/^Content-Language: de$/im);
  expect((await rows())[0]).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(String) });
  expect(await deliverAll(transport())).toBe(0);
});

test('no mail goes out for an act that was undone', async () => {
  await transaction(async (tx) => {
    await queueMail(tx, mail('mei@home.example'));
    throw new Error('undone');
  }).catch(() => {});
  expect(await deliverAll(transport())).toBe(0);
});

test('three processes at once send each of thirty mails once', async () => {
  for (let n = 0; n < 30; n += 1) await queue(mail(`family${n}@home.example`));
  await Promise.all([deliverAll(transport()), deliverAll(transport()), deliverAll(transport())]);
  const to = smtp.messages.map((message) => /^To: (.+)$/m.exec(message)![1]!.trim());
  expect(to).toHaveLength(30);
  expect(new Set(to).size).toBe(30);
});

describe('a mail that the server refuses', () => {
  test('is kept with the reason, waits longer each time, and goes out in the end', async () => {
    smtp.answer = () => '451 try again later';
    await queue(mail('mei@home.example'));
    expect(await deliverAll(transport())).toBe(0);
    expect((await keptMails())[0]).toMatchObject({ attempts: 1, lastError: expect.stringContaining('try again later') });
    smtp.answer = () => '250 taken';
    expect(await deliverAll(transport())).toBe(0);
    await sql`update mail_outbox set created_at = created_at - interval '61 seconds'`.execute(db);
    expect(await deliverAll(transport())).toBe(1);
    expect(await keptMails()).toEqual([]);
  });

  test('does not hold up the next one', async () => {
    smtp.answer = (message) => (message.includes('nobody@home.example') ? '550 nobody of that name' : '250 taken');
    await queue(mail('nobody@home.example'));
    await queue(mail('mei@home.example'));
    expect(await deliverAll(transport())).toBe(1);
    expect((await keptMails()).map(({ toAddress }) => toAddress)).toEqual(['nobody@home.example']);
  });
});

test('a subject cannot smuggle in other headers', async () => {
  await queue(mail('mei@home.example', { subject: 'Hello\r\nBcc: everybody@elsewhere.example' }));
  await deliverAll(transport());
  expect(smtp.messages[0]).toMatch(/^Subject: Hello Bcc: everybody@elsewhere\.example$/m);
});

test('without a mail server everything is kept, and nothing runs', async () => {
  await queue(mail('mei@home.example'));
  await startMailDelivery()();
  expect((await keptMails())[0]).toMatchObject({ attempts: 0, bodyText: expect.stringContaining('the plaque is ready') });
});
