import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';
import type { KnownDevice } from '#lib/access/session/known-device.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { networkOf } from '#lib/values/network.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { PASSWORD, facts, somebody } from './people.ts';

vi.mock('@node-rs/argon2', { spy: true });

// Hannah and her colleagues sit behind the office's address; Mallory guesses from wherever he likes.
const OFFICE = '198.51.100.1';
const MALLORY = '203.0.113.66';

beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db);
});

interface Try {
  from?: string;
  device?: KnownDevice;
  by?: typeof signIn;
}
const attempt = (username: string, password: string, { from = OFFICE, device, by = signIn }: Try = {}) =>
  by({ username, password }, facts(from), device).then(
    () => 'in',
    ({ code }) => code as string,
  );
const enter = (username: string, more: Try = {}) => attempt(username, PASSWORD, more);
const guess = async (username: string, times: number, more: Try = {}) => {
  const answers = new Set<string>();
  for (let n = 1; n <= times; n += 1) answers.add(await attempt(username, `wrong ${n}`, more));
  return [...answers];
};
const deviceOf = (id: string, ...people: string[]): KnownDevice => ({ id, people, until: Date.now() + 60_000 });
const looked = async (name: string) =>
  Number(
    (
      await db
        .selectFrom('activityLog')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('eventCode', '=', 'session.refused')
        .where(sql`params ->> 'name'`, '=', name)
        .executeTakeFirstOrThrow()
    ).n,
  );
const minutesOn = (minutes: number) => sql`update rate_limits set expire = expire - ${minutes * 60_000}`.execute(db);

describe('ten wrong passwords', () => {
  test('pause the name where they came from, for its right password too, until a quarter of an hour has passed', async () => {
    await somebody({ username: 'locked' });
    expect(await guess('locked', 9)).toEqual(['wrong-credentials']);
    expect(await enter('locked')).toBe('in');
    await guess('locked', 10);
    expect(await enter('locked')).toBe('wrong-credentials');
    await minutesOn(14);
    expect(await enter('locked')).toBe('wrong-credentials');
    await minutesOn(2);
    expect(await enter('locked')).toBe('in');
  });

  test('of a stranger keep nobody out who comes from elsewhere', async () => {
    await somebody({ username: 'owner' });
    await guess('owner', 15, { from: MALLORY });
    expect(await enter('owner', { from: MALLORY })).toBe('wrong-credentials');
    expect(await enter('owner')).toBe('in');
    // Coming in from the office does not give the stranger ten more.
    expect(await enter('owner', { from: MALLORY })).toBe('wrong-credentials');
  });

  test('are counted for the whole connection, however many IPv6 addresses it has', async () => {
    await somebody({ username: 'six' });
    for (let n = 1; n <= 10; n += 1) await guess('six', 1, { from: `2001:db8:0:1::${n}` });
    expect(await enter('six', { from: '2001:db8:0:1:ffff::1' })).toBe('wrong-credentials');
    expect(await enter('six', { from: '2001:db8:0:2::1' })).toBe('in');
  });

  test('are ten even when forty come at once, in two processes that know nothing of each other', async () => {
    await somebody({ username: 'guessed' });
    vi.resetModules();
    const other = await import('#lib/access/sign-in/sign-in.server.ts');
    expect(other.signIn).not.toBe(signIn);
    const answers = await Promise.all(
      [...Array(40).keys()].map((n) => attempt('guessed', `wrong ${n}`, { by: n % 2 ? signIn : other.signIn })),
    );
    expect(new Set(answers)).toEqual(new Set(['wrong-credentials']));
    expect(await looked('guessed')).toBe(10);
    expect(await enter('guessed', { by: other.signIn })).toBe('wrong-credentials');
  });

  test('are no more for right ones that come between them', async () => {
    await somebody({ username: 'steady' });
    await guess('steady', 8);
    const entering = await Promise.all([...Array(12).keys()].map(() => enter('steady')));
    expect(new Set(entering)).toEqual(new Set(['in']));
    await guess('steady', 10);
    expect(await enter('steady')).toBe('wrong-credentials');
  });

  test('in one office leave its hundred people in', async () => {
    const names = [...Array(100).keys()].map((n) => `clerk${n}`);
    for (const username of names) await somebody({ username });
    const mistyping = guess('clerk0', 20);
    const answers = await Promise.all(names.slice(1).map((name) => enter(name)));
    expect(new Set(answers)).toEqual(new Set(['in']));
    await mistyping;
    expect(await enter('clerk0')).toBe('wrong-credentials');
  });
});

describe('the answer', () => {
  /** What a stranger sees of a refusal. */
  const seen = async (username: string, password: string) => {
    const { status, code, message, details, errors } = await refusal(signIn({ username, password }, facts(MALLORY)));
    return JSON.stringify({ status, code, message, details, errors });
  };

  test('is the same for a name that exists, its address, one that nobody has, and one that is paused', async () => {
    await somebody({ username: 'hannah' });
    const first = await seen('hannah', 'wrong');
    for (const name of ['hannah', 'nobody-here', 'hannah@garden.example', 'nobody@garden.example']) {
      const answers = new Set<string>();
      for (let n = 1; n <= 12; n += 1) answers.add(await seen(name, 'wrong'));
      expect([...answers], name).toEqual([first]);
    }
    expect(await seen('hannah', PASSWORD)).toBe(first);
  });

  test('does not tell that an address belongs to a name: neither pauses the other', async () => {
    await somebody({ username: 'joined' });
    await guess('joined', 10);
    expect(await enter('joined')).toBe('wrong-credentials');
    expect(await enter('joined@garden.example')).toBe('in');
  });

  test('checks a password for a paused name as for a wrong one, so that it takes as long', async () => {
    await somebody({ username: 'timed' });
    const checks = async () => {
      vi.mocked(verify).mockClear();
      await attempt('timed', 'wrong', { from: MALLORY });
      return vi.mocked(verify).mock.calls.length;
    };
    expect(await checks()).toBe(1);
    await guess('timed', 10, { from: MALLORY });
    expect(await checks()).toBe(1);
    expect(await attempt('timed', 'wrong', { from: MALLORY })).toEqual(
      await attempt('nobody-at-all', 'wrong', { from: MALLORY }),
    );
  });
});

describe('guesses from many networks', () => {
  const networks = [...Array(15).keys()].map((n) => `192.0.2.${n}`);

  test('are a hundred an hour for one name however many come at once; then strangers wait and known devices come in', async () => {
    const { id } = await somebody({ username: 'wanted' });
    const answers = await Promise.all(
      networks.flatMap((from) => [...Array(10)].map(() => attempt('wanted', 'wrong', { from }))),
    );
    expect(new Set(answers)).toEqual(new Set(['wrong-credentials']));
    expect(await looked('wanted')).toBe(100);
    expect(await enter('wanted')).toBe('wrong-credentials');
    expect(await enter('wanted', { device: deviceOf('desk', 'somebody else') })).toBe('wrong-credentials');
    expect(await enter('wanted', { device: deviceOf('desk', 'somebody else', id) })).toBe('in');
    await unlockSignIn(id);
    expect(await enter('wanted')).toBe('in');
  }, 60_000);

  test('of a name that nobody has are counted just the same', async () => {
    await Promise.all(networks.flatMap((from) => [...Array(10)].map(() => attempt('phantom', 'wrong', { from }))));
    expect(await looked('phantom')).toBe(100);
  }, 60_000);
});

describe('a known device', () => {
  test('has ten tries of its own, which pause nobody else and are forgotten after a right one', async () => {
    const { id } = await somebody({ username: 'desk' });
    const device = deviceOf('desk', id);
    await guess('desk', 9, { device });
    expect(await enter('desk', { device })).toBe('in');
    await guess('desk', 10, { device });
    expect(await enter('desk', { device })).toBe('wrong-credentials');
    expect(await enter('desk', { device: deviceOf('phone', id) })).toBe('in');
    expect(await enter('desk')).toBe('in');
    await unlockSignIn(id);
    expect(await enter('desk', { device })).toBe('in');
  });

  test('comes in from a network that has used up its tries', async () => {
    const { id } = await somebody({ username: 'inside' });
    await sql`insert into rate_limits (key, points, expire) values (${`sign-in-address:${networkOf(OFFICE)}`}, 300, ${Date.now() + 900_000})`.execute(
      db,
    );
    expect(await enter('inside')).toBe('too-many-requests');
    expect(await enter('nobody-inside')).toBe('too-many-requests');
    expect(await enter('inside', { device: deviceOf('desk', id) })).toBe('in');
  });
});

test('three hundred wrong passwords from one network are so many when more come at once; right ones do not count', async () => {
  await somebody({ username: 'sprayed' });
  await enter('sprayed', { from: MALLORY });
  const key = `sign-in-address:${MALLORY}`;
  const points = () =>
    sql<{ points: number }>`select points from rate_limits where key = ${key}`
      .execute(db)
      .then(({ rows }) => rows[0]!.points);
  expect(await points()).toBe(0);
  await sql`update rate_limits set points = 290 where key = ${key}`.execute(db);
  const answers = await Promise.all([...Array(30).keys()].map((n) => attempt(`spray${n}`, 'wrong', { from: MALLORY })));
  expect(answers.filter((answer) => answer === 'wrong-credentials')).toHaveLength(9);
  expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(21);
  expect(await enter('sprayed', { from: MALLORY })).toBe('too-many-requests');
  expect(await enter('sprayed')).toBe('in');
});
