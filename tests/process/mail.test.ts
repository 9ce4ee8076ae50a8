import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { deliverAll, startMailDelivery } from '#lib/process/mail/mail-delivery.server.ts';
import { OVERTAKEN } from '#lib/process/database/outbox-delivery.server.ts';
import { unsentMails, queueMail, type Mail } from '#lib/process/mail/outbox.server.ts';
import { mailsTo, plaqueReady, received } from '#tests/support/mails.ts';
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

const mail = (to: string, letter: Parameters<typeof plaqueReady>[0] = {}, more: Partial<Mail> = {}): Mail => ({
  to,
  kind: 'notification',
  letter: plaqueReady(letter),
  ...more,
});
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

test('a letter arrives twice in one mail: as plain text, and as HTML that loads nothing', async () => {
  const act = { label: 'See the plaque', href: 'https://garden.example/lots/7?a=1&b=2' };
  await queue(
    mail('mei@home.example', {
      before: 'the plaque of 陈美玲 is ready.\n\nPlease look at it.',
      act,
      because: 'You asked us.',
      ways: [{ label: 'Ask less', href: 'https://garden.example/less' }],
    }),
  );
  await deliverAll(transport());
  const { headers, parts } = received(smtp.messages[0]!);
  expect(headers['content-type']).toMatch(/^multipart\/alternative/);
  expect(Object.keys(parts)).toEqual(['text/plain', 'text/html']);
  expect(parts['text/plain']!.replaceAll('\r\n', '\n').trim()).toBe(
    'Dear Mei,\n\nthe plaque of 陈美玲 is ready.\n\nPlease look at it.\n\nSee the plaque:\nhttps://garden.example/lots/7?a=1&b=2\n\nStillwater Garden\n\n--\n\nYou asked us.\n\nAsk less:\nhttps://garden.example/less',
  );
  const html = parts['text/html']!;
  expect(html).toContain('<html lang="en-SG">');
  expect(html).toContain('<p style="margin:0 0 16px">Please look at it.</p>');
  expect(html.split('href="https://garden.example/lots/7?a=1&amp;b=2"')).toHaveLength(3);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).not.toMatch(/<(img|script|link|iframe|table)|src=|url\(|@import/i);
});

test('nothing that people write becomes markup, or a paragraph or a header of its own', async () => {
  const name = 'Mei</p><script>alert(1)</script>\r\nBcc: x@y.example';
  await queue(
    mail('mei@home.example', { greeting: `Dear ${name},`, quote: '<b>Bold</b> & "quoted"\nhttps://elsewhere.example' }),
  );
  await deliverAll(transport());
  const { headers, parts } = received(smtp.messages[0]!);
  expect(headers['bcc']).toBeUndefined();
  expect(parts['text/html']).toContain('Dear Mei&lt;/p&gt;&lt;script&gt;');
  expect(parts['text/html']).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;<br>https://elsewhere.example');
  expect(parts['text/html']).not.toContain('<script>');
  expect(parts['text/plain']).toContain('> <b>Bold</b> & "quoted"');
});

test('links that open something are taken out of what is stored once the mail has gone', async () => {
  const token = 'q7Zs0-9dWf_Lk2NnPpQrStUvWxYz0123456789abcdE';
  await queue(
    mail(
      'mei@home.example',
      { act: { label: 'Set', href: `https://garden.example/reset-password/${token}` } },
      { unsubscribeUrl: `https://garden.example/unsubscribe/${token}` },
    ),
  );
  expect((await mailsTo('mei@home.example'))[0]).toMatchObject({
    linksRemoved: false,
    bodyText: expect.stringContaining(token),
  });
  await deliverAll(transport());
  const { headers, parts } = received(smtp.messages[0]!);
  expect(parts['text/html']).toContain(token);
  expect(headers).toMatchObject({
    'list-unsubscribe': `<https://garden.example/unsubscribe/${token}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  const [kept] = await mailsTo('mei@home.example');
  expect(kept!.linksRemoved).toBe(true);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(kept!.bodyText).toContain('https://garden.example/reset-password/•••');
});

test('to an address and a key goes one mail, however many ask at once', async () => {
  const queued = await Promise.all(
    Array.from({ length: 8 }, () =>
      transaction((tx) => queueMail(tx, mail('bank@home.example', {}, { once: 'statement-11' }))),
    ),
  );
  expect(queued.filter((id) => id !== null)).toHaveLength(1);
  expect(await deliverAll(transport())).toBe(1);
});

test('what waited for more than a week is stored and not sent any more by itself', async () => {
  await queue(mail('mei@home.example'));
  await sql`update mail_outbox set created_at = now() - interval '8 days', due_at = now() - interval '8 days'`.execute(
    db,
  );
  expect(await deliverAll(transport())).toBe(0);
  expect((await unsentMails())[0]).toMatchObject({ status: 'failed', lastError: OVERTAKEN, attempts: 0 });
});

describe('a mail that the server refuses', () => {
  test('is stored with the reason, waits longer each time, and goes out in the end', async () => {
    smtp.answer = () => '451 try again later';
    await queue(mail('mei@home.example'));
    expect(await deliverAll(transport())).toBe(0);
    expect((await unsentMails())[0]).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('try again later'),
    });
    smtp.answer = () => '250 taken';
    expect(await deliverAll(transport())).toBe(0);
    await sql`update mail_outbox set due_at = due_at - interval '61 seconds'`.execute(db);
    expect(await deliverAll(transport())).toBe(1);
    expect(await unsentMails()).toEqual([]);
  });

  test.each([
    ['550 nobody of that name', 'failed', 'refused: Message failed: 550 nobody of that name'],
    ['452 the mailbox is full', 'waiting', 'Message failed: 452 the mailbox is full'],
    ['452 full\0 of \u0007bytes', 'waiting', 'Message failed: 452 full of bytes'],
  ])('with %s is %s afterwards', async (answer, status, lastError) => {
    smtp.answer = () => answer;
    await queue(mail('mei@home.example'));
    expect(await deliverAll(transport())).toBe(0);
    expect((await unsentMails())[0]).toMatchObject({ status, attempts: 1, lastError });
  });

  test('does not hold up the next one', async () => {
    smtp.answer = (message) => (message.includes('nobody@home.example') ? '550 nobody of that name' : '250 taken');
    await queue(mail('nobody@home.example'));
    await queue(mail('mei@home.example'));
    expect(await deliverAll(transport())).toBe(1);
    expect((await unsentMails()).map(({ toAddress }) => toAddress)).toEqual(['nobody@home.example']);
  });
});

test('a mail whose server hangs holds up neither the next one nor a transaction', async () => {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const taken: string[] = [];
  const server = {
    sendMail: async ({ to }: { to: { address: string } }) => {
      if (to.address === 'slow@home.example') await hanging;
      taken.push(to.address);
    },
  } as unknown as Parameters<typeof deliverAll>[0];
  await queue(mail('slow@home.example'));
  await queue(mail('mei@home.example'));
  const delivering = deliverAll(server);
  try {
    await expect.poll(() => taken).toEqual(['mei@home.example']);
    const { rows: open } =
      await sql`select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
        db,
      );
    expect(open).toEqual([]);
    // Another process leaves the claimed one alone.
    expect(await deliverAll(transport())).toBe(0);
  } finally {
    release();
  }
  expect(await delivering).toBe(2);
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent']);
});

test('a mail that a killed process had claimed is sent when the claim has run out', async () => {
  await queue(mail('mei@home.example'));
  const server = { sendMail: () => new Promise(() => {}) } as unknown as Parameters<typeof deliverAll>[0];
  void deliverAll(server).catch(() => {});
  await expect.poll(async () => Date.parse((await rows())[0]!.dueAt) > Date.now()).toBe(true);
  expect(await deliverAll(transport())).toBe(0);
  await sql`update mail_outbox set due_at = due_at - interval '121 seconds'`.execute(db);
  expect(await deliverAll(transport())).toBe(1);
});

test('a subject cannot smuggle in other headers', async () => {
  await queue(mail('mei@home.example', { subject: 'Hello\r\nBcc: everybody@elsewhere.example' }));
  await deliverAll(transport());
  expect(smtp.messages[0]).toMatch(/^Subject: Hello Bcc: everybody@elsewhere\.example$/m);
});

test('without a mail server everything is stored, and nothing runs', async () => {
  await queue(mail('mei@home.example'));
  await startMailDelivery()();
  expect((await unsentMails())[0]).toMatchObject({
    attempts: 0,
    bodyText: expect.stringContaining('the plaque is ready'),
  });
});
