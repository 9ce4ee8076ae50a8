import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { config } from '#lib/process/config/config.server.ts';
import { ACCESS_TOKEN_SECONDS, sessionOfToken, signAccessToken } from '#lib/access/session/access-token.server.ts';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { hashPassword, storePassword } from '#lib/access/account/passwords.server.ts';
import { actorOfCookie, renewSession, type SignedIn } from '#lib/access/session/session.server.ts';
import { endOwnSession, extendSession, ownSessions } from '#lib/access/session/own-sessions.server.ts';
import { signOut } from '#lib/access/session/sign-out.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { PASSWORD, facts, somebody } from './people.ts';

// Hannah works at the desk, Bala has another desk; both have the same password, which neither knows of the other.
beforeAll(async () => {
  await somebody({ username: 'hannah' });
  await somebody({ username: 'bala' });
});

const enter = (username: string, more: object = {}) => signIn({ username, password: PASSWORD, ...more }, facts());
const actorOf = (session: SignedIn) => actorOfCookie(session.refreshToken, facts(), false) as Promise<Actor>;
const idle = (session: Actor, minutes: number) =>
  sql`update sessions set last_active_at = now() - ${minutes} * interval '1 minute' where id = ${session.sessionId}`.execute(
    db,
  );

describe('signing in', () => {
  test('by user name or by e-mail, in whatever letters', async () => {
    const byName = await enter('Hannah');
    const byMail = await enter(' HANNAH@garden.example ');
    expect(byName.userData).toMatchObject({
      username: 'hannah',
      email: 'hannah@garden.example',
      mustChangePassword: false,
    });
    expect(byMail.userData.id).toBe(byName.userData.id);
  });

  test('gives the rights as they are stored, and read on Auth when there are none', async () => {
    expect((await enter('hannah')).userData.permissions).toEqual([
      { subject: 'Auth', action: 'read', condition: 'none' },
    ]);
  });

  test('gives a new session every time, so that none can be planted', async () => {
    const [first, second] = [await actorOf(await enter('hannah')), await actorOf(await enter('hannah'))];
    expect(first.sessionId).not.toBe(second.sessionId);
  });

  test('is refused alike for a wrong password and for a name that nobody has', async () => {
    expect(await refusal(signIn({ username: 'hannah', password: 'wrong' }, facts()))).toMatchObject({
      status: 401,
      code: 'wrong-credentials',
    });
    expect(await refusal(signIn({ username: 'nobody-here', password: 'wrong' }, facts()))).toMatchObject({
      status: 401,
      code: 'wrong-credentials',
    });
  });

  test('names what is missing', async () => {
    expect((await refusal(signIn({}, facts()))).errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'username required',
      'password required',
    ]);
  });

  test('tells the status of an account only to whoever knows its password', async () => {
    await somebody({ username: 'suspended', status: 'suspended' });
    expect((await refusal(enter('suspended'))).code).toBe('account-not-active');
    expect((await refusal(signIn({ username: 'suspended', password: 'wrong' }, facts()))).code).toBe(
      'wrong-credentials',
    );
  });
});

describe('a sign-in under way', () => {
  const waits = () =>
    sql<{
      n: number;
    }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      .execute(db)
      .then(({ rows }) => rows[0]!.n);

  /** Signs in while `change` has been made to the person and not yet committed; what became of it. */
  async function during(username: string, change: (tx: Tx, id: string) => Promise<unknown>): Promise<string> {
    const { id } = await somebody({ username });
    const seen = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const changing = transaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      await change(tx, id);
      changed.resolve();
      await seen.promise;
    });
    await changed.promise;
    const entering = enter(username).then(
      () => 'in',
      ({ code }: { code?: string }) => code ?? 'failed',
    );
    await expect.poll(waits).toBe(1);
    seen.resolve();
    await changing;
    return entering;
  }

  test('opens nothing with a password that is changed meanwhile', async () => {
    const other = await hashPassword('reeds by the still water');
    expect(await during('farah', (tx, id) => storePassword(tx, id, other, false))).toBe('wrong-credentials');
  });

  test('is told so when the account is suspended meanwhile', async () => {
    expect(
      await during('gil', (tx, id) =>
        tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
      ),
    ).toBe('account-not-active');
  });
});

describe('a refresh token', () => {
  test('is good once and brings the next one', async () => {
    const first = await enter('hannah');
    const second = await renewSession(first.refreshToken, facts());
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.userData.username).toBe('hannah');
    expect(await sessionOfToken(second.accessToken)).toBe(await sessionOfToken(first.accessToken));
  });

  test('used a second time later on ends the session for both who hold it', async () => {
    const stolen = await enter('hannah');
    const actor = await actorOf(stolen);
    const own = await renewSession(stolen.refreshToken, facts());
    await passTime();
    expect(await refusal(renewSession(stolen.refreshToken, facts()))).toMatchObject({
      status: 401,
      code: 'invalid-refresh-token',
    });
    expect(await refusal(renewSession(own.refreshToken, facts()))).toMatchObject({ status: 401 });
    expect(await actorOf(own)).toBeNull();
    const row = await db
      .selectFrom('sessions')
      .select('endedReason')
      .where('id', '=', actor.sessionId!)
      .executeTakeFirst();
    expect(row?.endedReason).toBe('token-reuse');
  });

  test('sent twice at the same moment brings the same one twice, and both of them stay signed in', async () => {
    const session = await enter('hannah');
    const [one, other] = await Promise.all([
      renewSession(session.refreshToken, facts()),
      renewSession(session.refreshToken, facts()),
    ]);
    expect(other.refreshToken).toBe(one.refreshToken);
    expect((await actorOf(other)).username).toBe('hannah');
  });

  test('sent again by a page whose first response was lost brings the newest one, which is then good once', async () => {
    const lost = await enter('hannah');
    const elsewhere = await renewSession(lost.refreshToken, facts());
    const newest = await renewSession(elsewhere.refreshToken, facts());
    const again = await renewSession(lost.refreshToken, facts());
    expect(again.refreshToken).toBe(newest.refreshToken);
    await passTime();
    expect((await renewSession(again.refreshToken, facts())).userData.username).toBe('hannah');
    await passTime();
    expect(await refusal(renewSession(newest.refreshToken, facts()))).toMatchObject({ status: 401 });
  });

  test('is refused in the grace period too once the session is over', async () => {
    const session = await enter('hannah');
    await renewSession(session.refreshToken, facts());
    await db
      .updateTable('sessions')
      .set({ endedAt: new Date().toISOString(), endedReason: 'suspended' })
      .where('endedAt', 'is', null)
      .execute();
    expect(await refusal(renewSession(session.refreshToken, facts()))).toMatchObject({ status: 401 });
  });

  test('spent a moment ago still opens a page that was under way, and long ago ends the session', async () => {
    const before = await enter('hannah');
    const after = await renewSession(before.refreshToken, facts());
    expect((await actorOf(before)).username).toBe('hannah');
    await passTime();
    expect(await actorOf(before)).toBeNull();
    expect(await actorOf(after)).toBeNull();
  });

  test('is stored as a hash only', async () => {
    const { refreshToken } = await enter('hannah');
    const { rows } = await sql<{
      found: boolean;
    }>`select exists (select from refresh_tokens where encode(token_hash, 'escape') like ${`%${refreshToken}%`}) as found`.execute(
      db,
    );
    expect(rows[0]?.found).toBe(false);
  });

  test.each(['', 'x', 'a'.repeat(4_000)])('that was never issued is refused: %#', async (token) => {
    expect(await refusal(renewSession(token, facts()))).toMatchObject({ status: 401, code: 'invalid-refresh-token' });
  });
});

describe('an access token', () => {
  test('names its session', async () => {
    const session = await enter('hannah');
    expect(await sessionOfToken(session.accessToken)).toBe((await actorOf(session)).sessionId);
  });

  test.each([
    [
      'with another session in it',
      (token: string) => swapped(token, 1, { sid: '01900000-0000-7000-8000-000000000000', iss: 'garden', aud: 'api' }),
    ],
    [
      'without an algorithm',
      (token: string) => `${swapped(token, 0, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
    ],
    ['with a letter changed', (token: string) => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')],
    ['that is no token', () => 'Bearer'],
  ])('%s is refused', async (_, change) => {
    const token = await signAccessToken('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002');
    expect(await refusal(sessionOfToken(change(token)))).toMatchObject({ status: 401, code: 'not-signed-in' });
  });
});

test('a token that was accepted is refused once its time has passed', async () => {
  const token = await signAccessToken('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002');
  expect(await sessionOfToken(token)).toBe('01900000-0000-7000-8000-000000000001');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (ACCESS_TOKEN_SECONDS - 2) * 1000 });
  try {
    expect(await sessionOfToken(token)).toBe('01900000-0000-7000-8000-000000000001');
    vi.setSystemTime(Date.now() + 3_000);
    expect(await refusal(sessionOfToken(token))).toMatchObject({ status: 401, code: 'not-signed-in' });
  } finally {
    vi.useRealTimers();
  }
});

test('a token that never ends is refused, even signed with the right key', async () => {
  const endless = (claims: Record<string, string>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject('01900000-0000-7000-8000-000000000002')
      .setIssuer('garden')
      .setAudience('api')
      .sign(new TextEncoder().encode(`access-token:${config.appSecret}`));
  expect(await refusal(sessionOfToken(await endless({ sid: '01900000-0000-7000-8000-000000000001' })))).toMatchObject({
    status: 401,
    code: 'not-signed-in',
  });
});

describe('an idle session', () => {
  test('ends after thirty minutes, for pages, for the API and for the refresh', async () => {
    const session = await enter('hannah');
    const actor = await actorOf(session);
    await idle(actor, 29);
    expect(await actorOf(session)).not.toBeNull();
    await idle(actor, 31);
    expect(await actorOf(session)).toBeNull();
    expect(await actorOfSession(actor.sessionId!, facts(), true)).toBeNull();
    expect(await refusal(renewSession(session.refreshToken, facts()))).toMatchObject({ status: 401 });
  });

  test('goes on when the person stays signed in', async () => {
    const session = await enter('hannah');
    const actor = await actorOf(session);
    await idle(actor, 29);
    expect(await extendSession(actor)).toEqual({ idleMs: 1_800_000, remember: false });
    await idle(actor, 29);
    expect(await actorOf(session)).not.toBeNull();
  });

  test('that is remembered survives the night and ends after thirty days', async () => {
    const session = await enter('hannah', { rememberMe: true });
    const actor = await actorOf(session);
    expect(actor.remembered).toBe(true);
    await idle(actor, 60 * 24 * 3);
    expect(await actorOf(session)).not.toBeNull();
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${actor.sessionId}`.execute(db);
    expect(await actorOf(session)).toBeNull();
  });
});

describe('a session ends', () => {
  test('by signing out, and stays ended', async () => {
    const session = await enter('hannah');
    await signOut(session.refreshToken, facts());
    await signOut(session.refreshToken, facts());
    expect(await actorOf(session)).toBeNull();
    expect(await refusal(renewSession(session.refreshToken, facts()))).toMatchObject({ status: 401 });
  });

  test('at the very next request of somebody who was suspended', async () => {
    await somebody({ username: 'idris' });
    const session = await enter('idris', { rememberMe: true });
    expect(await actorOf(session)).not.toBeNull();
    await db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'idris').execute();
    expect(await actorOf(session)).toBeNull();
    expect(await refusal(renewSession(session.refreshToken, facts()))).toMatchObject({ status: 401 });
  });

  test('from the list of own sessions, and nobody ends another person’s', async () => {
    await somebody({ username: 'mei' });
    const phone = await actorOf(await enter('mei'));
    const desk = await actorOf(await enter('mei', { rememberMe: true }));
    const listed = await ownSessions(desk);
    expect(listed.map(({ current, remember }) => ({ current, remember }))).toEqual(
      expect.arrayContaining([
        { current: true, remember: true },
        { current: false, remember: false },
      ]),
    );
    expect(listed).toHaveLength(2);
    await endOwnSession(desk, phone.sessionId!);
    expect((await ownSessions(desk)).map(({ id }) => id)).toEqual([desk.sessionId]);
    const bala = await actorOf(await enter('bala'));
    expect(await refusal(endOwnSession(bala, desk.sessionId!))).toMatchObject({ status: 404 });
    expect(await refusal(endOwnSession(bala, 'not-an-id'))).toMatchObject({ status: 404 });
    expect(await ownSessions(desk)).toHaveLength(1);
  });
});

test('what is refused and what is opened is in the log, without the password', async () => {
  await somebody({ username: 'logged' });
  await signIn({ username: 'logged', password: 'not the password' }, facts('192.0.2.9')).catch(() => {});
  const { refreshToken } = await signIn({ username: 'logged', password: PASSWORD }, facts('192.0.2.9'));
  await signOut(refreshToken, facts('192.0.2.9'), 'idle');
  const entries = await db
    .selectFrom('activityLog')
    .select(['eventCode', 'outcome', 'params', 'actorName'])
    .where('ip', '=', '192.0.2.9')
    .orderBy('seq')
    .execute();
  expect(entries).toMatchObject([
    { eventCode: 'session.refused', outcome: 'refused', params: { name: 'logged' } },
    { eventCode: 'session.opened', outcome: 'ok', actorName: 'Logged Tan' },
    { eventCode: 'session.closed', outcome: 'ok', actorName: 'Logged Tan', params: { reason: 'idle' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('not the password');
});

function swapped(token: string, part: number, content: object): string {
  return token
    .split('.')
    .map((one, index) => (index === part ? Buffer.from(JSON.stringify(content)).toString('base64url') : one))
    .join('.');
}

/** As if the tokens used up so far had been used up longer ago than the grace period. */
async function passTime(): Promise<void> {
  await sql`update refresh_tokens set used_at = used_at - interval '31 seconds' where used_at is not null`.execute(db);
}
