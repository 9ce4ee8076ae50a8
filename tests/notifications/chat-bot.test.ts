import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '#lib/values/actor.ts';

// A chat-bot of another house, which takes what is posted to it. The settings are read when the first module asks them.
const TOKEN = 'garden-chat-token-7Kq2';
interface Posted {
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}
const posted: Posted[] = [];
let answer: (request: Posted) => { status: number; location?: string } = () => ({ status: 204 });
let server: Server;
let daniel: Actor;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request
      .on('data', (bytes) => (text += bytes))
      .on('end', () => {
        const one = { headers: request.headers, body: JSON.parse(text) as Record<string, unknown> };
        posted.push(one);
        const { status, location } = answer(one);
        response.writeHead(status, location ? { location } : {}).end(`your token was ${request.headers.authorization}`);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['CHAT_BOT_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  process.env['CHAT_BOT_TOKEN'] = TOKEN;
  const { seedFoundations } = await import('#db/seed/foundations.ts');
  const { actorNamed, buildCompany } = await import('#db/seed/builders.ts');
  await seedFoundations();
  await buildCompany();
  daniel = await actorNamed('head');
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  posted.length = 0;
  answer = () => ({ status: 204 });
  const { db } = await import('#lib/process/database/database.server.ts');
  await sql`delete from chat_outbox`.execute(db);
});

const tell = async (key: string) => {
  const { notify } = await import('#lib/notifications/notify.server.ts');
  const { transaction } = await import('#lib/process/database/database.server.ts');
  return transaction((tx) =>
    notify(tx, {
      event: 'approval.task-opened',
      to: [daniel.id],
      key,
      link: '/approvals',
      params: { title: 'Plaques', amountCents: 545_000, requester: 'Hannah Lim', dueAt: '2026-11-24T08:00:00Z' },
    }),
  );
};
const deliver = async () => (await import('#lib/notifications/chat-bot.server.ts')).deliverChat();
const outbox = async () => {
  const { db } = await import('#lib/process/database/database.server.ts');
  return db.selectFrom('chatOutbox').selectAll().orderBy('createdAt').execute();
};
const later = async () => {
  const { db } = await import('#lib/process/database/database.server.ts');
  await sql`update chat_outbox set due_at = now() - interval '1 second'`.execute(db);
};

test('a message goes to the chat-bot with the token, says whom it is for and leads to the record', async () => {
  await tell('chat:1');
  expect(await deliver()).toBe(1);
  expect(posted).toHaveLength(1);
  expect(posted[0]!.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(posted[0]!.body).toMatchObject({
    to: { username: 'head', email: 'head@garden.example', name: 'Daniel Koh' },
    event: 'approval.task-opened',
    language: 'en',
    link: 'http://localhost:4321/approvals',
    text: expect.stringContaining('Plaques, S$ 5,450.00, from Hannah Lim'),
  });
  expect(await deliver()).toBe(0);
});

test('three processes at once post each message once, and one that is posted twice is one', async () => {
  await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((name) => tell(`chat:many-${name}`)));
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(new Set(posted.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(posted).toHaveLength(3);
});

test('what it does not take is tried again later under the same key, and the reason is stored without the token', async () => {
  answer = () => ({ status: 503 });
  await tell('chat:later');
  expect(await deliver()).toBe(0);
  const [kept] = await outbox();
  expect(kept).toMatchObject({ status: 'waiting', attempts: 1, lastError: 'HTTP 503' });
  expect(Date.parse(kept!.dueAt)).toBeGreaterThan(Date.now() + 30_000);
  expect(JSON.stringify(kept)).not.toContain(TOKEN);
  expect(await deliver()).toBe(0);
  answer = () => ({ status: 200 });
  await later();
  expect(await deliver()).toBe(1);
  expect(posted.map(({ headers }) => headers['idempotency-key'])).toEqual([kept!.id, kept!.id]);
});

test('the token follows no redirect', async () => {
  answer = () => ({ status: 302, location: 'http://127.0.0.1:1/elsewhere' });
  await tell('chat:redirect');
  expect(await deliver()).toBe(0);
  expect((await outbox())[0]).toMatchObject({ lastError: 'HTTP 302' });
  expect(posted).toHaveLength(1);
});
