import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { publicActor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import '#lib/modules.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { languages } from '#lib/values/languages.ts';
import {
  consentsToPromotion,
  consentByLink,
  subscriptionOfLink,
  recordConsent,
} from '#lib/access/account/mail-consent.server.ts';
import { deliverAll } from '#lib/process/mail/mail-delivery.server.ts';
import { mails, maySeeLinks, readMail, resendMail } from '#lib/administration/mails/mail.server.ts';
import { mail } from '#lib/administration/mails/mail.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import { queuePromotion } from '#lib/notifications/promotion.server.ts';
import { previewOf } from '#lib/administration/mails/preview.server.ts';
import { TEMPLATES, sendTestMail } from '#lib/administration/mails/test-mail.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { facts } from '#tests/access/people.ts';
import { mailsTo, plaqueReady, received } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';
import { startSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts';

// Siti administers and may send mails; Helen audits and may look; Hannah has nothing to do with them.
let siti: Actor;
let helen: Actor;
let hannah: Actor;
let smtp: SmtpServer;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen, hannah] = (await Promise.all(['admin', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  smtp.messages.length = 0;
  smtp.answer = () => '250 taken';
  await sql`delete from mail_outbox`.execute(db);
});

const TOKEN = 'q7Zs0-9dWf_Lk2NnPpQrStUvWxYz0123456789abcdE';
const link = { label: 'Set it', href: `https://garden.example/reset-password/${TOKEN}` };
const queue = async (letter = {}) =>
  (await transaction((tx) =>
    queueMail(tx, { to: 'mei@home.example', kind: 'notification', letter: plaqueReady(letter) }),
  ))!;
const deliver = () => deliverAll(createTransport(smtp.url));
const seen = async (id: string) => {
  const { version } = await db
    .selectFrom('mailOutbox')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, version };
};

describe('the outbox', () => {
  test('is for those who have the right, and its list carries nothing of what mails say', async () => {
    const id = await queue({ act: link });
    const { items, counts } = await mails.list(helen, readListQuery(mail, new URLSearchParams('type=waiting')));
    expect(items).toMatchObject([{ id, toAddress: 'mei@home.example', status: 'waiting', subject: 'Your lot' }]);
    expect(counts).toEqual({ 'all-mails': 1, waiting: 1, sent: 0, failed: 0 });
    expect(JSON.stringify(items)).not.toMatch(/plaque|reset-password/);
    expect(await refusal(readMail(hannah, id))).toMatchObject({ status: 403 });
    expect(await refusal(resendMail(helen, await seen(id)))).toMatchObject({ status: 403 });
  });

  test('shows links that let somebody in only in a demonstration without a mail server, and there to whoever may send', async () => {
    const id = await queue({ act: link });
    expect([maySeeLinks(siti), maySeeLinks(helen)]).toEqual([true, false]);
    expect((await readMail(siti, id)).bodyText).toContain(TOKEN);
    const shown = await readMail(helen, id);
    expect(shown).toMatchObject({ hidden: true, linksRemoved: false });
    expect(JSON.stringify(shown)).not.toContain(TOKEN);
    expect([
      maySeeLinks(siti, { demonstration: false, smtpUrl: undefined }),
      maySeeLinks(siti, { demonstration: true, smtpUrl: 'smtp://mail.example' }),
    ]).toEqual([false, false]);
  });

  test('shows a mail in a frame in which nothing runs and nothing is loaded', async () => {
    const answer = previewOf(await readMail(siti, await queue()));
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*frame-ancestors 'self'; sandbox$/,
    );
    expect(await answer.text()).toContain('the plaque is ready.');
  });
});

describe('sending again', () => {
  test('tries what has failed at once, and the log says who wanted it', async () => {
    smtp.answer = () => '550 no such mailbox';
    const id = await queue();
    await deliver();
    await sql`update mail_outbox set status = 'failed', attempts = 12 where id = ${id}`.execute(db);
    smtp.answer = () => '250 taken';
    expect(await deliver()).toBe(0);
    await resendMail(siti, await seen(id));
    expect(await deliver()).toBe(1);
    expect((await activityOf(id))[0]).toMatchObject({ eventCode: 'mail.sent-again', actorName: 'Siti Aminah' });
  });

  test('sends a copy of what was sent, under a number of its own', async () => {
    const id = await queue();
    await deliver();
    await resendMail(siti, await seen(id));
    expect(await deliver()).toBe(1);
    const ids = smtp.messages.map((message) => received(message).headers['message-id']);
    expect(new Set(ids).size).toBe(2);
    expect((await mailsTo('mei@home.example')).at(-1)).toMatchObject({ againOfId: id, status: 'sent' });
  });

  test('is refused for a mail whose links are gone, and for one that was sent in between', async () => {
    const id = await queue({ act: link });
    const before = await seen(id);
    await deliver();
    expect(await refusal(resendMail(siti, before))).toMatchObject({ status: 409, code: 'mail-without-links' });
  });
});

describe('a test mail', () => {
  test.each(languages)(
    'of each template arrives in %s, in both forms, at the address of whoever sends it',
    async (language) => {
      for (const template of TEMPLATES) await sendTestMail(siti, { template, language });
      expect(await deliver()).toBe(TEMPLATES.length);
      const arrived = smtp.messages.map(received);
      expect(
        arrived.every(
          ({ headers }) => headers['to'] === 'admin@garden.example' && headers['content-language'] === language,
        ),
      ).toBe(true);
      for (const { headers, parts } of arrived) {
        expect(headers['subject']).toMatch(/^\[(Test|Probe|Essai|Teste)\] ./);
        expect(parts['text/html']).toContain(
          `<html lang="${{ en: 'en-SG', de: 'de', fr: 'fr', pt: 'pt-PT' }[language]}">`,
        );
        for (const part of Object.values(parts)) {
          expect(part).toContain('Siti Aminah');
          expect(part).not.toMatch(/\{\{|mail\.[a-z]|undefined/);
        }
      }
      expect(
        arrived
          .filter(({ headers }) => headers['list-unsubscribe'])
          .map(({ headers }) => headers['list-unsubscribe-post']),
      ).toEqual(['List-Unsubscribe=One-Click']);
    },
  );

  test('is for those who may send mails, of templates that there are', async () => {
    expect(await refusal(sendTestMail(helen, { template: 'welcome', language: 'en' }))).toMatchObject({ status: 403 });
    expect(
      (await refusal(sendTestMail(siti, { template: 'ransom', language: 'xx' }))).errors.map(({ path }) => path),
    ).toEqual(['template', 'language']);
  });
});

describe('news', () => {
  const mei = {
    id: '01900000-0000-7000-8000-000000000001',
    address: 'mei@home.example',
    fullName: 'Mei Lim',
    language: 'de' as const,
  };
  const spring = { headline: 'Qing Ming hours', text: 'We open at 06:00am.\n\nParking is free.' };
  const promote = (once: string) => transaction((tx) => queuePromotion(tx, siti, mei, spring, once));
  const agree = (agreed: boolean) =>
    transaction((tx) => recordConsent(tx, siti, 'Mei@home.example', agreed, 'account-setting'));

  test('go to nobody who has not agreed, once to whoever has, and no more after a no', async () => {
    expect(await promote('spring')).toBe(false);
    await agree(true);
    expect(await Promise.all([promote('spring'), promote('spring'), promote('spring')])).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await mailsTo(mei.address)).toHaveLength(1);
    await agree(false);
    expect(await promote('summer')).toBe(false);
  });

  test('carry the way out: a link that only its button uses, and a header for mail programs', async () => {
    await agree(true);
    await promote('autumn');
    await deliver();
    const { headers, parts } = received(smtp.messages[0]!);
    const url = /<(.+)>/.exec(headers['list-unsubscribe']!)![1]!;
    expect(url).toMatch(/^http:\/\/localhost:4321\/de\/unsubscribe\/[\w-]{43}$/);
    expect(parts['text/plain']).toContain(url);
    const token = url.split('/').at(-1)!;
    for (let look = 0; look < 3; look += 1)
      expect(await subscriptionOfLink(token)).toEqual({ address: mei.address, agreed: true });
    expect(await consentsToPromotion(mei.address)).toBe(true);
    await consentByLink(publicActor(facts()), token, false, 'mail-program');
    await consentByLink(publicActor(facts()), token, false, 'mail-program');
    expect([await consentsToPromotion(mei.address), await subscriptionOfLink(token)]).toEqual([
      false,
      { address: mei.address, agreed: false },
    ]);
    const { rows } = await sql<{
      agreed: boolean;
      how: string;
    }>`select agreed, how from news_consents where address = ${mei.address} order by at desc limit 1`.execute(db);
    expect(rows).toEqual([{ agreed: false, how: 'mail-program' }]);
    expect(await subscriptionOfLink(`${token}x`)).toBeNull();
    expect(await refusal(consentByLink(publicActor(facts()), 'x', false, 'unsubscribe-page'))).toMatchObject({
      status: 404,
    });
  });

  test('what was agreed to is history: nobody changes it', async () => {
    await expect(sql`update news_consents set agreed = true`.execute(db)).rejects.toMatchObject({ code: '42501' });
  });
});

test('a mail that is tried again keeps its Message-ID, which is made of its id', async () => {
  smtp.answer = () => '451 later';
  const id = await queue();
  expect(await deliver()).toBe(0);
  smtp.answer = () => '250 taken';
  await sql`update mail_outbox set due_at = now()`.execute(db);
  expect(await deliver()).toBe(1);
  expect(smtp.messages).toHaveLength(1);
  // Accepted, and the process was killed before that was recorded.
  await sql`update mail_outbox set status = 'waiting', sent_at = null, due_at = now()`.execute(db);
  expect(await deliver()).toBe(1);
  const ids = smtp.messages.map((message) => received(message).headers['message-id']);
  expect(ids).toEqual([`<${id}@${new URL(config.publicOrigin).hostname}>`, ids[0]]);
});
