import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startAuthenticatorSetUp } from '#lib/access/second-factor/authenticator.server.ts';
import { requestPasskeyProof, proveIdentity } from '#lib/access/second-factor/identity-proof.server.ts';
import {
  addPasskey,
  passkeyCreationOptions,
  removePasskey,
  renamePasskey,
} from '#lib/access/second-factor/own-passkeys.server.ts';
import { passkeyHost } from '#lib/access/second-factor/passkeys.server.ts';
import { secondFactorsOf } from '#lib/access/second-factor/second-factor.server.ts';
import {
  askToSignIn,
  signInWithPasskey,
  signInWithSecondFactor,
} from '#lib/access/sign-in/second-factor-sign-in.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { softPasskey } from '#tests/support/passkey.ts';
import { refusal } from '#tests/support/refusal.ts';
import { actorOf, again, elevenMinutesOn, enter, firstStep, givePasskey, mustHaveFactor } from './factors.ts';
import { facts, newestMailTo, somebody } from './people.ts';

const home = () => ({ origin: config.publicOrigin, rpId: passkeyHost()! });

let count = 0;
/** Somebody new with a passkey, signed in. */
async function withPasskey() {
  count += 1;
  const person = await somebody({ username: `holder${count}` });
  const actor = await actorOf(await enter(person.username));
  const passkey = await givePasskey(actor);
  return { person, actor: await again(actor), passkey };
}

const byPasskey = async (passkey: Awaited<ReturnType<typeof withPasskey>>['passkey'], more = {}) =>
  signInWithPasskey({ assertion: passkey.assert(await askToSignIn(facts()), more) }, facts());
const faults = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => `${path} ${code}`);

describe('a new passkey', () => {
  test('is asked for with the host of PUBLIC_ORIGIN, to be found without a name, and by who shows that it is them', async () => {
    const person = await somebody({ username: 'mei', language: 'fr' });
    const actor = await actorOf(await enter('mei'));
    const asked = await passkeyCreationOptions(actor);
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: config.productName },
      user: { name: 'mei', displayName: 'Mei Tan' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const passkey = softPasskey(home());
    const { recoveryCodes } = await addPasskey(actor, { name: ' My phone ', attestation: passkey.attest(asked) });
    expect(recoveryCodes).toHaveLength(10);
    expect(await secondFactorsOf(person.id)).toMatchObject({
      authenticatorSince: null,
      passkeys: [{ name: 'My phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    expect(await newestMailTo(person.email)).toMatchObject({
      kind: 'passkey-added',
      subject: 'Une nouvelle clé d’accès a été ajoutée',
    });
    expect((await passkeyCreationOptions(await again(actor))).excludeCredentials).toMatchObject([{ id: passkey.id }]);
  });

  test('is refused with a question that was answered, is too old, or is another’s', async () => {
    const { actor, passkey } = await withPasskey();
    const { actor: other } = await withPasskey();
    const asked = await passkeyCreationOptions(actor);
    const attest = () => ({ name: 'Second', attestation: softPasskey(home()).attest(asked) });
    expect(await faults(addPasskey(other, attest()))).toEqual(['attestation passkey-too-late']);
    await addPasskey(actor, attest());
    expect(await faults(addPasskey(actor, attest()))).toEqual(['attestation passkey-too-late']);
    const late = await passkeyCreationOptions(actor);
    await sql`update identity_challenges set expires_at = now() where user_id = ${actor.id}`.execute(db);
    expect(await faults(addPasskey(actor, { name: 'Third', attestation: softPasskey(home()).attest(late) }))).toEqual([
      'attestation passkey-too-late',
    ]);
    expect(
      await faults(
        addPasskey(actor, { name: 'Again', attestation: passkey.attest(await passkeyCreationOptions(actor)) }),
      ),
    ).toEqual(['attestation passkey-known']);
    expect(await secondFactorsOf(actor.id)).toMatchObject({ passkeys: [{ name: 'Phone' }, { name: 'Second' }] });
  });

  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['without looking who holds it', { verified: false }],
  ])('is refused %s', async (_, more) => {
    const { actor } = await withPasskey();
    const attestation = softPasskey(home()).attest(await passkeyCreationOptions(actor), more);
    expect(await faults(addPasskey(actor, { name: 'Strange', attestation }))).toEqual(['attestation passkey-wrong']);
  });

  test.each([
    {},
    null,
    'x',
    '{"id":1}',
    [],
    { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
  ])('is nothing like %j', async (attestation) => {
    const { actor } = await withPasskey();
    expect(await refusal(addPasskey(actor, { name: 'Rubbish', attestation }))).toMatchObject({ status: 422 });
  });

  test('needs a name, a recent proof, and room for it', async () => {
    const { actor } = await withPasskey();
    expect(
      await faults(
        addPasskey(actor, { name: ' ', attestation: softPasskey(home()).attest(await passkeyCreationOptions(actor)) }),
      ),
    ).toEqual(['name required']);
    await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, synced, name) select gen_random_uuid(), ${actor.id}, gen_random_uuid()::text, '', 0, false, 'One of many' from generate_series(1, 19)`.execute(
      db,
    );
    expect(await refusal(passkeyCreationOptions(actor))).toMatchObject({ status: 409, code: 'too-many-passkeys' });
    expect(await refusal(passkeyCreationOptions(await elevenMinutesOn(actor)))).toMatchObject({
      status: 403,
      code: 'step-up-needed',
    });
  });
});

describe('signing in by a passkey', () => {
  test('alone opens a session, and says how', async () => {
    const { person, passkey } = await withPasskey();
    const answer = await byPasskey(passkey);
    expect(answer.userData.username).toBe(person.username);
    const actor = await actorOf(answer);
    expect(actor.hasProvedIdentity).toBe(true);
    const entry = await db
      .selectFrom('activityLog')
      .select('params')
      .where('eventCode', '=', 'session.opened')
      .where('sessionId', '=', actor.sessionId)
      .executeTakeFirstOrThrow();
    expect(entry.params).toEqual({ factor: 'passkey' });
    expect((await secondFactorsOf(person.id)).passkeys[0]!.lastUsedAt).not.toBeNull();
  });

  test('is open to a name that wrong passwords have locked', async () => {
    const { person, passkey } = await withPasskey();
    for (let tries = 0; tries < 10; tries += 1) await refusal(enter(person.username, { password: `guess ${tries}` }));
    expect(await refusal(enter(person.username))).toMatchObject({ code: 'wrong-credentials' });
    expect((await byPasskey(passkey)).userData.username).toBe(person.username);
  });

  test('as the second step answers the challenge of the first', async () => {
    const { person, passkey } = await withPasskey();
    const step = await firstStep(person.username, { rememberMe: true });
    expect(step).toMatchObject({
      methods: ['passkey', 'recovery-code'],
      passkey: { challenge: step.challenge, allowCredentials: [{ id: passkey.id }], userVerification: 'required' },
    });
    const { passkey: foreign } = await withPasskey();
    expect(
      await faults(
        signInWithSecondFactor({ challenge: step.challenge, assertion: foreign.assert(step.passkey!) }, facts()),
      ),
    ).toEqual(['assertion passkey-unknown']);
    const answer = await signInWithSecondFactor(
      { challenge: step.challenge, assertion: JSON.stringify(passkey.assert(step.passkey!, { silent: true })) },
      facts(),
    );
    expect(answer).toMatchObject({ remember: true, userData: { username: person.username } });
  });

  test('takes each question once, and not for long', async () => {
    const { passkey } = await withPasskey();
    const asked = await askToSignIn(facts());
    await signInWithPasskey({ assertion: passkey.assert(asked) }, facts());
    expect(await refusal(signInWithPasskey({ assertion: passkey.assert(asked) }, facts()))).toMatchObject({
      status: 401,
      code: 'sign-in-expired',
    });
    const late = await askToSignIn(facts());
    await sql`update identity_challenges set expires_at = now()`.execute(db);
    expect(await refusal(signInWithPasskey({ assertion: passkey.assert(late) }, facts()))).toMatchObject({
      code: 'sign-in-expired',
    });
    const both = await askToSignIn(facts());
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => signInWithPasskey({ assertion: passkey.assert(both) }, facts())),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['an answer given to another site', { origin: 'https://evil.example' }],
    ['an answer for another name', { rpId: 'evil.example' }],
    ['nobody having shown that it is them', { verified: false }],
  ])('is refused with %s', async (_, more) => {
    const { passkey } = await withPasskey();
    expect(await refusal(byPasskey(passkey, more))).toMatchObject({ status: 401, code: 'passkey-refused' });
  });

  test('is refused with a changed signature, and with a key that nobody has', async () => {
    const { passkey } = await withPasskey();
    const answer = passkey.assert(await askToSignIn(facts())) as { response: { signature: string } };
    answer.response.signature = answer.response.signature.replace(/.{4}$/, 'AAAA');
    expect(await refusal(signInWithPasskey({ assertion: answer }, facts()))).toMatchObject({
      status: 401,
      code: 'passkey-refused',
    });
    expect(
      await refusal(signInWithPasskey({ assertion: softPasskey(home()).assert(await askToSignIn(facts())) }, facts())),
    ).toMatchObject({ status: 401, code: 'passkey-refused' });
  });

  test('is refused when the count goes back: the key exists twice', async () => {
    const { person, passkey } = await withPasskey();
    await byPasskey(passkey);
    await byPasskey(passkey);
    passkey.count = 0;
    expect(await refusal(byPasskey(passkey))).toMatchObject({ status: 401, code: 'passkey-refused' });
    const entry = await db
      .selectFrom('activityLog')
      .select(['outcome', 'reasonCode'])
      .where('entityId', '=', person.id)
      .where('eventCode', '=', 'session.second-factor-refused')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ outcome: 'refused', reasonCode: 'passkey-copied' });
    passkey.count = 5;
    await byPasskey(passkey);
  });

  test('is refused to somebody who was suspended', async () => {
    const { person, passkey } = await withPasskey();
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute();
    expect(await refusal(byPasskey(passkey))).toMatchObject({ status: 403, code: 'account-not-active' });
  });
});

describe('a passkey of one’s own', () => {
  test('is renamed and removed, another’s is not', async () => {
    const { person, actor } = await withPasskey();
    const { actor: other } = await withPasskey();
    const {
      passkeys: [known],
    } = await secondFactorsOf(person.id);
    expect(await refusal(renamePasskey(other, known!.id, { name: 'Mine' }))).toMatchObject({ status: 404 });
    expect(await refusal(removePasskey(other, known!.id))).toMatchObject({ status: 404 });
    expect(await refusal(removePasskey(other, 'not-an-id'))).toMatchObject({ status: 404 });
    await renamePasskey(actor, known!.id, { name: 'Old phone' });
    expect((await secondFactorsOf(person.id)).passkeys[0]).toMatchObject({ name: 'Old phone' });
    await removePasskey(actor, known!.id);
    expect(await secondFactorsOf(person.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await newestMailTo(person.email)).toMatchObject({ kind: 'passkey-removed' });
    expect((await enter(person.username)).userData.username).toBe(person.username);
  });

  test('stays while a role asks for a second factor and there is no other, even when two are removed at once', async () => {
    const { person, actor } = await withPasskey();
    await mustHaveFactor(person.id, 'WATCHED');
    const {
      passkeys: [only],
    } = await secondFactorsOf(person.id);
    expect(await refusal(removePasskey(actor, only!.id))).toMatchObject({
      status: 409,
      code: 'second-factor-required',
    });
    await givePasskey(await again(actor), 'Second');
    const { passkeys } = await secondFactorsOf(person.id);
    const results = await Promise.allSettled(passkeys.map(({ id }) => removePasskey(actor, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await secondFactorsOf(person.id)).passkeys).toHaveLength(1);
  });

  test('proves who one is, for the session that asked', async () => {
    const { person, actor, passkey } = await withPasskey();
    const old = await elevenMinutesOn(actor);
    const elsewhere = await elevenMinutesOn(await actorOf(await byPasskey(passkey)));
    const asked = await requestPasskeyProof(old);
    expect(await faults(proveIdentity(elsewhere, { assertion: passkey.assert(asked) }))).toEqual([
      'assertion passkey-too-late',
    ]);
    expect(await refusal(startAuthenticatorSetUp(old))).toMatchObject({ code: 'step-up-needed' });
    await proveIdentity(old, { assertion: passkey.assert(asked) });
    expect((await again(old)).hasProvedIdentity).toBe(true);
    expect((await again(elsewhere)).hasProvedIdentity).toBe(false);
    expect(await faults(proveIdentity(old, { assertion: passkey.assert(asked) }))).toEqual([
      'assertion passkey-too-late',
    ]);
    expect(person.username).toBe(actor.username);
  });
});
