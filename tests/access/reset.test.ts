import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { personOfResetLink, requestPasswordReset, resetPassword } from '#lib/access/account/password-reset.server.ts';
import { register } from '#lib/access/account/registration.server.ts';
import { actorOfCookie } from '#lib/access/session/session.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { facts, newestMailTo, PASSWORD, somebody, tokenIn } from './people.ts';

const NEW = 'a bench under the rain tree';
const fresh = () => facts(`10.0.0.${Math.ceil(Math.random() * 250)}`);
const ask = (email: string) => requestPasswordReset({ email }, fresh());
const set = (token: string, password = NEW, passwordRepeat = password) =>
  resetPassword({ token, password, passwordRepeat }, fresh());
const faults = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => `${path} ${code}`);

async function linkFor(username: string): Promise<string> {
  await ask(`${username}@garden.example`);
  return tokenIn((await newestMailTo(`${username}@garden.example`))!.bodyText);
}

describe('a forgotten password', () => {
  test('is set anew by the link in the mail, which ends every session and is good once', async () => {
    await somebody({ username: 'hannah', language: 'fr' });
    const session = await signIn({ username: 'hannah', password: PASSWORD, rememberMe: true }, facts());
    const token = await linkFor('hannah');
    expect(await personOfResetLink(token)).toEqual({ username: 'hannah', fullName: 'Hannah Tan', invited: false });
    await set(token);
    expect(await actorOfCookie(session.refreshToken, facts(), false)).toBeNull();
    expect((await signIn({ username: 'hannah', password: NEW }, facts())).userData.username).toBe('hannah');
    expect(await refusal(signIn({ username: 'hannah', password: PASSWORD }, facts()))).toMatchObject({ status: 401 });
    expect(await refusal(set(token, 'yet another password'))).toMatchObject({ status: 404 });
    expect(await newestMailTo('hannah@garden.example')).toMatchObject({ kind: 'password-changed', language: 'fr' });
  });

  test('is told in the language of the profile', async () => {
    await somebody({ username: 'joao', language: 'pt' });
    await ask('Joao@Garden.Example');
    expect(await newestMailTo('joao@garden.example')).toMatchObject({
      kind: 'reset-password',
      language: 'pt',
      subject: 'Definir nova palavra-passe',
    });
  });

  test('is not sent to an address that nobody has, nor to whoever may not come in; the answer is the same', async () => {
    await somebody({ username: 'gone', status: 'deactivated' });
    await somebody({ username: 'barred', status: 'suspended' });
    for (const address of ['nobody@elsewhere.example', 'gone@garden.example', 'barred@garden.example']) {
      expect(await ask(address)).toBeUndefined();
      expect(await newestMailTo(address)).toBeUndefined();
    }
  });

  test('takes as long for an address that nobody has', async () => {
    const took = async (address: string) => {
      const began = performance.now();
      await ask(address);
      return performance.now() - began;
    };
    await somebody({ username: 'timed' });
    for (const address of ['timed@garden.example', 'unknown@garden.example'])
      expect(await took(address)).toBeGreaterThanOrEqual(395);
  });

  test('is sent three times an hour at most, whatever is said', async () => {
    await somebody({ username: 'flooded' });
    await Promise.all([...Array(5)].map(() => ask('flooded@garden.example')));
    const { count } = await db
      .selectFrom('mailOutbox')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('toAddress', '=', 'flooded@garden.example')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(3);
  });

  test('is refused to an address that asks all the time', async () => {
    const flood = facts('192.0.2.200');
    await Promise.all([...Array(20).keys()].map((n) => requestPasswordReset({ email: `x${n}@y.example` }, flood)));
    expect(await refusal(requestPasswordReset({ email: 'z@y.example' }, flood))).toMatchObject({
      status: 429,
      code: 'too-many-requests',
    });
  });

  test('needs an address that can be one', async () => {
    expect(await faults(ask(''))).toEqual(['email email-required']);
    expect(await faults(ask('hannah'))).toEqual(['email not-an-email']);
  });
});

describe('a link', () => {
  test('stays good when the password is refused', async () => {
    await somebody({ username: 'careless' });
    const token = await linkFor('careless');
    expect(await faults(set(token, 'too short'))).toEqual(['password password-too-short']);
    expect(await faults(set(token, NEW, 'something different'))).toEqual(['passwordRepeat passwords-differ']);
    expect(await faults(set(token, PASSWORD))).toEqual(['password password-used-before']);
    await set(token);
  });

  test('is not good after an hour, nor for somebody suspended meanwhile', async () => {
    await somebody({ username: 'late' });
    const late = await linkFor('late');
    await sql`update public_tokens set expires_at = expires_at - interval '61 minutes'`.execute(db);
    expect(await personOfResetLink(late)).toBeNull();
    expect(await refusal(set(late))).toMatchObject({ status: 404 });
    await somebody({ username: 'meanwhile' });
    const token = await linkFor('meanwhile');
    await db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'meanwhile').execute();
    expect(await personOfResetLink(token)).toBeNull();
    expect(await refusal(set(token))).toMatchObject({ status: 404 });
  });

  test('of two that were asked for, the second stops with the first', async () => {
    await somebody({ username: 'twice' });
    const [first, second] = [await linkFor('twice'), await linkFor('twice')];
    await set(first);
    expect(await refusal(set(second))).toMatchObject({ status: 404 });
  });

  test('lets an invited person in, and takes the lock of wrong passwords away', async () => {
    const { id } = await somebody({ username: 'invited', status: 'invited' });
    const doors = ['203.0.113.7', '203.0.113.8'];
    for (const door of doors)
      for (let tries = 0; tries < 10; tries += 1)
        await signIn({ username: 'invited', password: 'guess' }, facts(door)).catch(() => {});
    const token = await linkFor('invited');
    expect(await personOfResetLink(token)).toMatchObject({ invited: true });
    await set(token);
    for (const door of doors)
      expect((await signIn({ username: 'invited', password: NEW }, facts(door))).userData.id).toBe(id);
  });
});

describe('asking for an account', () => {
  const wish = (more: object = {}) => ({
    fullName: 'Rosa Lim',
    username: 'rosa',
    email: 'Rosa@Garden.Example',
    contactNumber: '+6591234567',
    reason: 'Customer care, counter',
    ...more,
  });
  const requests = (email: string) =>
    db.selectFrom('userCreationRequests').selectAll().where('email', '=', email).execute();

  test('leaves a request, and no account', async () => {
    await register(wish(), fresh());
    expect(await requests('rosa@garden.example')).toMatchObject([
      { status: 'submitted', kind: 'create', username: 'rosa', contactNumber: '+65 91234567', createdBy: null },
    ]);
    expect(await db.selectFrom('users').select('id').where('email', '=', 'rosa@garden.example').execute()).toEqual([]);
    expect(await refusal(signIn({ username: 'rosa', password: PASSWORD }, facts()))).toMatchObject({ status: 401 });
  });

  test('under a name that turns the text around is under the name alone', async () => {
    await register(wish({ fullName: 'Rosa \u202EmiL', email: 'turned@garden.example' }), fresh());
    expect(await requests('turned@garden.example')).toMatchObject([{ fullName: 'Rosa miL' }]);
    expect(await faults(register(wish({ fullName: '\u200b' }), fresh()))).toEqual(['fullName required']);
  });

  test('a second time, or ten times at once, leaves one request', async () => {
    await Promise.all([...Array(5)].map(() => register(wish({ email: 'twin@garden.example' }), fresh())));
    expect(await requests('twin@garden.example')).toHaveLength(1);
  });

  test('with the address of somebody known answers the same, and tells the owner by mail', async () => {
    await somebody({ username: 'known', language: 'de' });
    expect(await register(wish({ email: 'known@garden.example' }), fresh())).toBeUndefined();
    expect(await requests('known@garden.example')).toEqual([]);
    expect(await newestMailTo('known@garden.example')).toMatchObject({
      kind: 'already-registered',
      subject: 'Sie haben bereits ein Konto',
    });
  });

  test('fifty times at once with the address of somebody known keeps nobody else waiting', async () => {
    const people = await Promise.all([...Array(25).keys()].map((n) => somebody({ username: `crowd${n}` })));
    const asked = [...people, ...people].map(({ email }) => register(wish({ email }), fresh()));
    expect(await requests('rosa@garden.example')).toHaveLength(1);
    expect(await Promise.all(asked)).toHaveLength(50);
  });

  test('names every entry that is missing or wrong', async () => {
    expect(await faults(register({}, fresh()))).toEqual([
      'fullName required',
      'username username-required',
      'email email-required',
      'reason required',
    ]);
    expect(await faults(register(wish({ username: 'a b', email: 'x', contactNumber: '123' }), fresh()))).toEqual([
      'username not-a-username',
      'email not-an-email',
      'contactNumber not-a-contact-number',
    ]);
  });
});
