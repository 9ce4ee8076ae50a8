import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { seedDemonstration } from '#db/seed/index.ts';
import { mails, readMail, resendMail } from '#lib/administration/mails/mail.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { deliverAll } from '#lib/process/mail/mail-delivery.server.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { mailsTo, plaqueReady } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';
import { startSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts';

// Mallika tries the demonstration on her own machine, with the mail server of her company.
let siti: Actor;
let smtp: SmtpServer;

const queueTo = (to: string) =>
  transaction((tx) => queueMail(tx, { to, kind: 'notification', letter: plaqueReady() })) as Promise<string>;
const deliver = () => deliverAll(createTransport(smtp.url));
const statusOf = async (id: string) => (await readMail(siti, id)).status;
const seen = async (id: string) => ({ id, version: (await mails.get(siti, id)).version });

beforeAll(async () => {
  smtp = await startSmtpServer();
  await seedDemonstration();
  siti = await actorNamed('admin');
});
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.messages.length = 0;
});

test('of all that happens in it while it is made, nothing reaches the mail server', async () => {
  const { rows } = await sql<{ status: string; mails: number }>`
    select status, count(*)::int as mails from mail_outbox group by status`.execute(db);
  expect(rows).toEqual([{ status: 'held', mails: expect.any(Number) }]);
  expect(rows[0]!.mails).toBeGreaterThan(10);
  await sql`update mail_outbox set due_at = now() - interval '1 day'`.execute(db);
  expect(await deliver()).toBe(0);
  expect(smtp.messages).toEqual([]);
});

test('what goes to an invented person later on is kept to be read, and cannot be sent by hand', async () => {
  for (const to of ['mei@home.example', 'bala@GARDEN.Example', 'ko@sub.example.com', 'li@plot.invalid']) {
    const id = await queueTo(to);
    expect([to, await statusOf(id)]).toEqual([to, 'held']);
    expect((await readMail(siti, id)).bodyText).toContain('Mei');
    expect(await refusal(resendMail(siti, await seen(id)))).toMatchObject({ status: 409 });
  }
  expect(await deliver()).toBe(0);
});

test('whoever tries it with an address of their own gets their mails', async () => {
  const id = await queueTo('mallika@example-garden.sg');
  expect(await deliver()).toBe(1);
  expect(await statusOf(id)).toBe('sent');
});

test('a copy of what was sent before is held too', async () => {
  const id = await queueTo('old@garden.sg');
  await deliver();
  await sql`update mail_outbox set to_address = 'old@garden.example' where id = ${id}`.execute(db);
  await resendMail(siti, await seen(id));
  expect(await deliver()).toBe(0);
  expect((await mailsTo('old@garden.example')).at(-1)).toMatchObject({ againOfId: id, status: 'held' });
});
