import { stat } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { changeOwnPassword, changePasswordOf } from '#lib/access/account/change-password.server.ts';
import { hashPassword, matchesPassword, setPassword } from '#lib/access/account/passwords.server.ts';
import { actorOfCookie } from '#lib/access/session/session.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { isGuessable } from '#lib/access/account/password-strength.server.ts';
import { facts, newestMailTo, PASSWORD, somebody } from './people.ts';

// Hannah changes her own password; Siti looks after accounts and may give others a new one.
const NEW = 'granite and bronze plaques';
let siti: Actor;

beforeAll(async () => {
  await somebody({ username: 'siti' });
  const signedIn = (await enter('siti')).actor;
  siti = { ...signedIn, ability: new Ability([{ subject: 'User', action: 'change-password', condition: 'none' }]) };
});

async function enter(username: string, password = PASSWORD) {
  const session = await signIn({ username, password }, facts());
  return {
    session,
    actor: (await actorOfCookie(session.refreshToken, facts(), false))!,
    live: () => actorOfCookie(session.refreshToken, facts(), false),
  };
}

const entered = (more: object = {}) => ({ currentPassword: PASSWORD, password: NEW, passwordRepeat: NEW, ...more });
const faults = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => `${path} ${code}`);

describe('a password', () => {
  let hannah: { id: string; username: string };
  beforeAll(async () => {
    hannah = await somebody({ username: 'hannah' });
  });
  const set = (password: string) => transaction((tx) => setPassword(tx, hannah, password));

  test.each([
    ['elevenchars', 'password-too-short'],
    ['x'.repeat(201), 'too-long'],
    ['aaaaaaaaaaaaaa', 'password-common'],
    ['password1234', 'password-common'],
    ['P@ssw0rd2026', 'password-common'],
    ['iloveyou1234', 'password-common'],
    ['qwertyuiop12', 'password-common'],
    ['1q2w3e4r5t6y', 'password-common'],
    ['november2026', 'password-common'],
    ['Singapore2026', 'password-common'],
    ['StillwaterGarden', 'password-common'],
    ['Stillwater-2026', 'password-common'],
    ['garden-demo-2026', 'password-common'],
    ['Hannah-is-my-name', 'password-contains-name'],
  ])('%s is refused as %s', async (password, code) => {
    expect(await faults(set(password))).toEqual([`password ${code}`]);
  });

  test('of the list of breached ones is refused, wherever it stands in the list', async () => {
    const long = dictionary['passwords-common'].filter((word) => word.length >= 12);
    expect(long.length).toBeGreaterThan(100);
    for (const word of long) expect(isGuessable(word, []), word).toBe(true);
  });

  test("of the person's own name is refused, of four unlike words is not", async () => {
    expect(isGuessable('Goh.Mei.Ling.88', ['mlgoh', 'Goh Mei Ling', 'mei.ling@garden.example'])).toBe(true);
    expect(isGuessable('plinth ferry mangosteen dusk', ['mlgoh', 'Goh Mei Ling'])).toBe(false);
  });

  test('of two hundred characters is rated by its first sixty-four', async () => {
    expect(isGuessable('p@$$w0rd!1l|7+3'.repeat(14).slice(0, 64), [])).toBe(
      isGuessable('p@$$w0rd!1l|7+3'.repeat(14).slice(0, 200), []),
    );
  });

  test('of sixty people at once leaves room for other work', async () => {
    let hashed = 0;
    const all = Array.from({ length: 24 }, () => hashPassword('granite and bronze plaques').then(() => (hashed += 1)));
    await stat('package.json');
    expect(hashed).toBeLessThan(12);
    await Promise.all(all);
  });

  test('may be any words in any script', async () => {
    await set('静水园里的莲花和青蛙很安静');
    const { passwordHash } = await db
      .selectFrom('userCredentials')
      .select('passwordHash')
      .where('userId', '=', hannah.id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    expect(await matchesPassword(passwordHash, '静水园里的莲花和青蛙很安静')).toBe(true);
  });

  test('does not come back before five others', async () => {
    const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((word) => `${word} path of stones`);
    for (const word of words) await set(word);
    expect(await faults(set(words[1]!))).toEqual(['password password-used-before']);
    await set(words[0]!);
  });
});

describe('one’s own password', () => {
  test('is changed with the old one; other sessions end, this one goes on, and a mail tells of it', async () => {
    const { email } = await somebody({ username: 'mei', language: 'de' });
    const [here, elsewhere] = [await enter('mei'), await enter('mei')];
    await changeOwnPassword(here.actor, entered());
    expect(await here.live()).not.toBeNull();
    expect(await elsewhere.live()).toBeNull();
    expect((await enter('mei', NEW)).actor.username).toBe('mei');
    expect(await refusal(signIn({ username: 'mei', password: PASSWORD }, facts()))).toMatchObject({ status: 401 });
    expect(await newestMailTo(email)).toMatchObject({
      kind: 'password-changed',
      language: 'de',
      subject: 'Ihr Passwort wurde geändert',
    });
  });

  test('is not changed without the old one, or with two that differ', async () => {
    await somebody({ username: 'farid' });
    const { actor } = await enter('farid');
    expect(await faults(changeOwnPassword(actor, entered({ currentPassword: 'a guess' })))).toEqual([
      'currentPassword wrong-password',
    ]);
    expect(await faults(changeOwnPassword(actor, entered({ passwordRepeat: 'something else here' })))).toEqual([
      'passwordRepeat passwords-differ',
    ]);
    expect(await faults(changeOwnPassword(actor, {}))).toEqual([
      'currentPassword required',
      'password required',
      'passwordRepeat required',
    ]);
    expect((await enter('farid')).actor.username).toBe('farid');
  });

  test('is not guessed at an unlocked desk', async () => {
    await somebody({ username: 'grace' });
    const { actor } = await enter('grace');
    for (let tries = 0; tries < 10; tries += 1)
      await refusal(changeOwnPassword(actor, entered({ currentPassword: `guess ${tries}` })));
    expect(await refusal(changeOwnPassword(actor, entered()))).toMatchObject({
      status: 429,
      code: 'too-many-requests',
    });
  });
});

describe('a password for somebody else', () => {
  test('is good once: sessions end, and it must be changed after signing in', async () => {
    const kumar = await somebody({ username: 'kumar' });
    const before = await enter('kumar');
    await changePasswordOf(siti, kumar.id, 'one time only, please');
    expect(await before.live()).toBeNull();
    const { actor } = await enter('kumar', 'one time only, please');
    expect(actor.mustChangePassword).toBe(true);
    await changeOwnPassword(actor, entered({ currentPassword: 'one time only, please' }));
    expect((await enter('kumar', NEW)).actor.mustChangePassword).toBe(false);
  });

  test('needs the right, and a person', async () => {
    const joyce = await somebody({ username: 'joyce' });
    const { actor } = await enter('joyce');
    expect(await refusal(changePasswordOf(actor, joyce.id, NEW))).toMatchObject({ status: 403 });
    expect(await refusal(changePasswordOf(siti, '01900000-0000-7000-8000-000000000000', NEW))).toMatchObject({
      status: 404,
    });
    expect(await refusal(changePasswordOf(siti, 'not-an-id', NEW))).toMatchObject({ status: 404 });
    expect(await faults(changePasswordOf(siti, joyce.id, 'short'))).toEqual(['password password-too-short']);
  });

  test('is not the way to one’s own, nor past an invitation', async () => {
    const invited = await somebody({ username: 'newcomer', status: 'invited' });
    expect(await refusal(changePasswordOf(siti, siti.id, NEW))).toMatchObject({ status: 409, code: 'own-password' });
    expect(await refusal(changePasswordOf(siti, invited.id, NEW))).toMatchObject({
      status: 409,
      code: 'invitation-open',
    });
  });
});
