import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Ability } from '#lib/values/ability.ts';
import { startAuthenticatorSetUp, pendingAuthenticator } from '#lib/access/second-factor/authenticator.server.ts';
import { changePasswordOf } from '#lib/access/account/change-password.server.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#lib/access/second-factor/own-second-factor.server.ts';
import { secondFactorsOf } from '#lib/access/second-factor/second-factor.server.ts';
import { signInWithSecondFactor } from '#lib/access/sign-in/second-factor-sign-in.server.ts';
import { totpCodeOf, totpStepAt } from '#lib/access/second-factor/totp.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { actorOf, again, elevenMinutesOn, enter, firstStep, givePhone, later, mustHaveFactor } from './factors.ts';
import { PASSWORD, facts, newestMailTo, somebody } from './people.ts';
import { bytesOf } from './secret.ts';

// Mei, Farid and the others have an app on their phones; Bala has a password and nothing else.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await somebody({ username: 'bala' });
});
afterAll(() => {
  vi.useRealTimers();
});

let count = 0;
/** Somebody new with an app, signed in. */
async function withPhone() {
  count += 1;
  const person = await somebody({ username: `person${count}` });
  const actor = await actorOf(await enter(person.username));
  const phone = await givePhone(actor);
  later();
  return { person, actor: await again(actor), phone };
}

const second = (challenge: string, proof: object) => signInWithSecondFactor({ challenge, ...proof }, facts());
const faults = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => `${path} ${code}`);

describe('somebody without a second factor', () => {
  test('signs in as ever', async () => {
    const answer = await enter('bala');
    expect(Object.keys(answer).toSorted()).toEqual(['accessToken', 'refreshToken', 'remember', 'userData']);
    expect(await secondFactorsOf(answer.userData.id)).toEqual({
      authenticatorSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      requiredBy: [],
    });
  });
});

describe('setting up an app', () => {
  test('asks the password and a code of it, brings ten recovery codes once, and tells by mail', async () => {
    const mei = await somebody({ username: 'mei', language: 'de' });
    const actor = await actorOf(await enter('mei'));
    const begun = await startAuthenticatorSetUp(actor);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(await pendingAuthenticator(actor)).toEqual(begun);
    const code = totpCodeOf(bytesOf(begun.secret), totpStepAt(Date.now()));
    expect(await faults(confirmAuthenticator(actor, { currentPassword: 'a guess', code }))).toEqual([
      'currentPassword wrong-password',
    ]);
    expect(await faults(confirmAuthenticator(actor, { currentPassword: PASSWORD, code: '000000' }))).toEqual([
      'code code-wrong',
    ]);
    expect(await faults(confirmAuthenticator(actor, {}))).toEqual(['currentPassword required', 'code required']);
    expect((await again(actor)).hasSecondFactor).toBe(false);
    const { recoveryCodes } = await confirmAuthenticator(actor, { currentPassword: PASSWORD, code });
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await again(actor)).hasSecondFactor).toBe(true);
    expect(await newestMailTo(mei.email)).toMatchObject({
      kind: 'authenticator-added',
      subject: 'Eine Authentifizierungs-App wurde eingerichtet',
    });
    expect(await pendingAuthenticator(actor)).toBeNull();
    expect(await refusal(confirmAuthenticator(await again(actor), { currentPassword: PASSWORD, code }))).toMatchObject({
      status: 409,
      code: 'set-up-expired',
    });
  });

  test('takes too long after half an hour', async () => {
    await somebody({ username: 'slow' });
    const actor = await actorOf(await enter('slow'));
    const { secret } = await startAuthenticatorSetUp(actor);
    await sql`update authenticators set created_at = now() - interval '31 minutes' where user_id = ${actor.id}`.execute(
      db,
    );
    const code = totpCodeOf(bytesOf(secret), totpStepAt(Date.now()));
    expect(await refusal(confirmAuthenticator(actor, { currentPassword: PASSWORD, code }))).toMatchObject({
      code: 'set-up-expired',
    });
  });

  test('for another phone leaves the old one good until the new one has shown a code', async () => {
    const { person, actor, phone } = await withPhone();
    const { secret } = await startAuthenticatorSetUp(actor);
    await second((await firstStep(person.username)).challenge, { code: phone.code() });
    later();
    const newCode = () => totpCodeOf(bytesOf(secret), totpStepAt(Date.now()));
    expect(
      (await confirmAuthenticator(actor, { currentPassword: PASSWORD, code: newCode() })).recoveryCodes,
    ).toBeNull();
    later();
    const { challenge } = await firstStep(person.username);
    expect(await faults(second(challenge, { code: phone.code() }))).toEqual(['code code-wrong']);
    await second(challenge, { code: newCode() });
  });

  test('keeps the secret sealed and the codes as hashes', async () => {
    const { actor, phone } = await withPhone();
    const { rows } = await sql<{
      text: string;
    }>`select (select jsonb_agg(to_jsonb(a)) from authenticators a where user_id = ${actor.id})::text || (select jsonb_agg(to_jsonb(r)) from recovery_codes r where user_id = ${actor.id})::text as text`.execute(
      db,
    );
    for (const code of phone.recoveryCodes) expect(rows[0]!.text).not.toContain(code);
    const { rows: log } = await sql<{
      text: string;
    }>`select jsonb_agg(to_jsonb(l))::text as text from activity_log l where actor_id = ${actor.id}`.execute(db);
    expect(log[0]!.text).toContain('second-factor.authenticator-added');
    for (const code of phone.recoveryCodes) expect(log[0]!.text).not.toContain(code);
  });
});

describe('signing in with a second factor', () => {
  test('takes two steps, and answers as signing in does', async () => {
    const { person, phone } = await withPhone();
    const step = await firstStep(person.username, { rememberMe: true });
    expect(step).toMatchObject({ methods: ['code', 'recovery-code'], passkey: null });
    const answer = await second(step.challenge, { code: phone.code() });
    expect(answer).toMatchObject({ remember: true, userData: { username: person.username } });
    const actor = await actorOf(answer);
    const row = await db
      .selectFrom('sessions')
      .select('factor')
      .where('id', '=', actor.sessionId!)
      .executeTakeFirstOrThrow();
    expect(row.factor).toBe('code');
    const entry = await db
      .selectFrom('activityLog')
      .select('params')
      .where('eventCode', '=', 'session.opened')
      .where('actorId', '=', person.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.params).toEqual({ factor: 'code' });
  });

  test('opens nothing after the first step alone', async () => {
    const { person } = await withPhone();
    const before = await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute();
    await firstStep(person.username);
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()).toHaveLength(
      before.length,
    );
  });

  test('takes a code once: not again in its 30 seconds, and none before it', async () => {
    const { person, phone } = await withPhone();
    const [now, before] = [phone.code(), phone.code(-1)];
    await second((await firstStep(person.username)).challenge, { code: now });
    const { challenge } = await firstStep(person.username);
    expect(await faults(second(challenge, { code: now }))).toEqual(['code code-used']);
    expect(await faults(second(challenge, { code: before }))).toEqual(['code code-used']);
    later();
    await second(challenge, { code: phone.code() });
  });

  test('takes a code once when it comes twice at the same moment', async () => {
    const { person, phone } = await withPhone();
    const steps = await Promise.all([1, 2, 3, 4].map(() => firstStep(person.username)));
    const code = phone.code();
    const results = await Promise.allSettled(steps.map(({ challenge }) => second(challenge, { code })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('takes a challenge once, with whatever comes at the same moment', async () => {
    const { person, phone } = await withPhone();
    const { challenge } = await firstStep(person.username);
    const results = await Promise.allSettled([
      second(challenge, { code: phone.code() }),
      ...phone.recoveryCodes.slice(0, 3).map((recoveryCode) => second(challenge, { recoveryCode })),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await secondFactorsOf(person.id)).recoveryCodesLeft).toBeGreaterThanOrEqual(9);
    expect(await refusal(second(challenge, { code: phone.code(1) }))).toMatchObject({
      status: 401,
      code: 'sign-in-expired',
    });
  });

  test('can be tried again after a wrong code, and is told how', async () => {
    const { person, phone } = await withPhone();
    const { challenge } = await firstStep(person.username);
    const wrong = await refusal(second(challenge, { code: '000000' }));
    expect(wrong).toMatchObject({
      status: 401,
      code: 'second-factor-wrong',
      details: { more: { challenge, methods: ['code', 'recovery-code'] } },
    });
    expect(await faults(second(challenge, {}))).toEqual(['code required']);
    expect((await second(challenge, { code: phone.code() })).userData.username).toBe(person.username);
  });

  test('takes too long after ten minutes', async () => {
    const { person, phone } = await withPhone();
    const { challenge } = await firstStep(person.username);
    await sql`update identity_challenges set expires_at = now() where user_id = ${person.id}`.execute(db);
    expect(await refusal(second(challenge, { code: phone.code() }))).toMatchObject({
      status: 401,
      code: 'sign-in-expired',
    });
  });

  test.each(['', 'x', 'A'.repeat(43), '../..'])('knows no challenge %j', async (challenge) => {
    expect((await refusal(second(challenge, { code: '123456' }))).code).toMatch(/sign-in-expired|invalid-input/);
  });

  test('ends between its steps when the password is set anew, or the person is suspended', async () => {
    const { person, phone } = await withPhone();
    const first = await firstStep(person.username);
    const siti = {
      ...(await actorOf(await enter('bala'))),
      ability: new Ability([{ subject: 'User', action: 'change-password', condition: 'none' as const }]),
    };
    await changePasswordOf(siti, person.id, 'one time only, please');
    expect(await refusal(second(first.challenge, { code: phone.code() }))).toMatchObject({ code: 'sign-in-expired' });
    const { person: other, phone: otherPhone } = await withPhone();
    const { challenge } = await firstStep(other.username);
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', other.id).execute();
    expect(await refusal(second(challenge, { code: otherPhone.code() }))).toMatchObject({
      status: 403,
      code: 'account-not-active',
    });
  });
});

describe('ten wrong codes', () => {
  const tries = (challenge: string, many: number) =>
    Promise.all(
      [...Array(many).keys()].map((n) =>
        second(challenge, { code: String(n).padStart(6, '0') }).then(
          () => 'in',
          ({ code }) => code as string,
        ),
      ),
    );

  test('lock the second step, for the right code too, but no first step and no known device', async () => {
    const { person, phone } = await withPhone();
    const { challenge } = await firstStep(person.username);
    expect(await tries(challenge, 6)).toEqual(Array(6).fill('second-factor-wrong'));
    // A right password between them does not restart the count.
    const next = await firstStep(person.username);
    expect(await tries(next.challenge, 3)).toEqual(Array(3).fill('second-factor-wrong'));
    expect((await refusal(second(next.challenge, { code: '000000' }))).code).toBe('account-locked');
    expect(await refusal(second(next.challenge, { code: phone.code() }))).toMatchObject({
      status: 429,
      code: 'account-locked',
    });
    const own = { id: 'her desk', people: [person.id], until: Date.now() + 1000 };
    const step = await firstStep(person.username);
    const at = (device: typeof own) =>
      signInWithSecondFactor({ challenge: step.challenge, code: phone.code() }, facts(), device);
    expect((await refusal(at({ ...own, people: ['somebody else'] }))).code).toBe('account-locked');
    expect((await at(own)).userData.username).toBe(person.username);
  });

  test('are ten when thirty come at once', async () => {
    const { person } = await withPhone();
    const { challenge } = await firstStep(person.username);
    const answers = await tries(challenge, 30);
    expect(answers.filter((code) => code === 'second-factor-wrong')).toHaveLength(9);
    expect(answers.filter((code) => code === 'account-locked')).toHaveLength(21);
  });
});

describe('a recovery code', () => {
  test('lets in once, in whatever letters it is typed, and a mail tells how many are left', async () => {
    const { person, phone } = await withPhone();
    const [first, next] = phone.recoveryCodes as [string, string];
    const step = await firstStep(person.username);
    await second(step.challenge, { recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')} ` });
    expect((await newestMailTo(person.email))!.bodyText).toContain('9 are left');
    const { challenge } = await firstStep(person.username);
    expect(await faults(second(challenge, { recoveryCode: first }))).toEqual(['recoveryCode recovery-code-wrong']);
    await second(challenge, { recoveryCode: next });
    expect((await secondFactorsOf(person.id)).recoveryCodesLeft).toBe(8);
  });

  test('used twice at the same moment lets in once', async () => {
    const { person, phone } = await withPhone();
    const steps = await Promise.all([1, 2, 3].map(() => firstStep(person.username)));
    const results = await Promise.allSettled(
      steps.map(({ challenge }) => second(challenge, { recoveryCode: phone.recoveryCodes[0] })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is none of somebody else’s', async () => {
    const { phone } = await withPhone();
    const { person } = await withPhone();
    const { challenge } = await firstStep(person.username);
    expect(await faults(second(challenge, { recoveryCode: phone.recoveryCodes[0] }))).toEqual([
      'recoveryCode recovery-code-wrong',
    ]);
  });

  test('is good no more when new ones are made, which needs a second factor', async () => {
    const { person, actor, phone } = await withPhone();
    const { recoveryCodes } = await renewRecoveryCodes(actor);
    expect(await newestMailTo(person.email)).toMatchObject({ kind: 'recovery-codes-made' });
    const { challenge } = await firstStep(person.username);
    expect(await faults(second(challenge, { recoveryCode: phone.recoveryCodes[0] }))).toEqual([
      'recoveryCode recovery-code-wrong',
    ]);
    await second(challenge, { recoveryCode: recoveryCodes[0] });
    const bala = await actorOf(await enter('bala'));
    expect(await refusal(renewRecoveryCodes(bala))).toMatchObject({ status: 409, code: 'no-second-factor' });
  });
});

describe('taking it away', () => {
  test('lets the password alone in again, takes the recovery codes along, and tells by mail', async () => {
    const { person, actor } = await withPhone();
    await removeAuthenticator(actor);
    expect(await secondFactorsOf(person.id)).toMatchObject({ authenticatorSince: null, recoveryCodesLeft: 0 });
    expect(await newestMailTo(person.email)).toMatchObject({ kind: 'authenticator-removed' });
    expect((await enter(person.username)).userData.username).toBe(person.username);
    expect(await refusal(removeAuthenticator(await again(actor)))).toMatchObject({
      status: 409,
      code: 'no-second-factor',
    });
  });

  test('asks for a proof when the last one is more than ten minutes old', async () => {
    const { actor } = await withPhone();
    const old = await elevenMinutesOn(actor);
    expect(await refusal(removeAuthenticator(old))).toMatchObject({ status: 403, code: 'step-up-needed' });
    expect(await refusal(renewRecoveryCodes(old))).toMatchObject({ status: 403, code: 'step-up-needed' });
    expect(await refusal(startAuthenticatorSetUp(old))).toMatchObject({ status: 403, code: 'step-up-needed' });
  });

  test('is refused while a role asks for one', async () => {
    const { person, actor } = await withPhone();
    await mustHaveFactor(person.id, 'CAREFUL');
    expect(await refusal(removeAuthenticator(await again(actor)))).toMatchObject({
      status: 409,
      code: 'second-factor-required',
      details: { params: { role: 'CAREFUL' } },
    });
    expect((await again(actor)).mustSetUpSecondFactor).toBe(false);
    await sql`update roles set status = 'retired' where code = 'CAREFUL'`.execute(db);
    await removeAuthenticator(await again(actor));
  });
});

test('a role that asks for a second factor does so from the next request of a session that is under way', async () => {
  const person = await somebody({ username: 'midway' });
  const actor = await actorOf(await enter('midway'));
  expect(actor.mustSetUpSecondFactor).toBe(false);
  await mustHaveFactor(person.id, 'STRICT');
  const asked = await again(actor);
  expect(asked.mustSetUpSecondFactor).toBe(true);
  await givePhone(asked);
  expect((await again(actor)).mustSetUpSecondFactor).toBe(false);
});

test('a secret that was sealed under another APP_SECRET lets nobody in, and recovery codes still do', async () => {
  const { person, phone } = await withPhone();
  await sql`update authenticators set sealed_secret = (select sealed_secret from authenticators where user_id <> ${person.id} and confirmed_at is not null limit 1) where user_id = ${person.id}`.execute(
    db,
  );
  const { challenge } = await firstStep(person.username);
  expect(await faults(second(challenge, { code: phone.code() }))).toEqual(['code code-wrong']);
  await second(challenge, { recoveryCode: phone.recoveryCodes[0] });
});
