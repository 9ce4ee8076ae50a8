import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import {
  requestEmailChange,
  cancelEmailChange,
  confirmEmail,
  emailOfLink,
  pendingEmail,
} from '#lib/access/account/email-change.server.ts';
import { requestPasswordReset, resetPassword, personOfResetLink } from '#lib/access/account/password-reset.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { deactivateUser } from '#lib/directory/user/suspension.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { newestMailTo, mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';
import { facts, PASSWORD, somebody, tokenIn } from './people.ts';

// Mei moves to another provider; Siti administers.
let siti: Actor;
let people = 0;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  siti = await actorNamed('admin');
});

/** Somebody who has just proved who they are. */
async function mei(more: Parameters<typeof somebody>[0] | object = {}): Promise<Actor> {
  const { id } = await somebody({ username: `mei${(people += 1)}`, ...more });
  return { ...(await actorOfPerson(id))!, hasProvedIdentity: true };
}
const emailOf = async ({ id }: Actor) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
const linkTo = async (address: string) => /verify-email\/([\w-]+)/.exec((await newestMailTo(address))!.bodyText)![1]!;

describe('another address of one’s own', () => {
  test('counts once it is confirmed by the link that was sent there, and the old one is told twice', async () => {
    const actor = await mei({ language: 'de' });
    await requestEmailChange(actor, { email: ' Mei@New.example ' });
    expect(await emailOf(actor)).toBe(actor.email);
    expect(await pendingEmail(actor)).toMatchObject({ email: 'mei@new.example' });
    expect(await newestMailTo('mei@new.example')).toMatchObject({
      kind: 'verify-email',
      language: 'de',
      subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      bodyText: expect.stringContaining('/de/verify-email/'),
    });
    expect(await newestMailTo(actor.email)).toMatchObject({
      kind: 'email-change-asked',
      bodyText: expect.stringContaining('mei@new.example'),
    });
    const token = await linkTo('mei@new.example');
    for (let look = 0; look < 3; look += 1)
      expect(await emailOfLink(token)).toEqual({ email: 'mei@new.example', username: actor.username });
    expect(await emailOf(actor)).toBe(actor.email);
    await confirmEmail(token, facts());
    expect([await emailOf(actor), await pendingEmail(actor), await emailOfLink(token)]).toEqual([
      'mei@new.example',
      null,
      null,
    ]);
    expect(await newestMailTo(actor.email)).toMatchObject({ kind: 'email-changed' });
    expect((await activityOf(actor.id))[0]).toMatchObject({
      eventCode: 'user.email-confirmed',
      before: { email: actor.email },
      after: { email: 'mei@new.example' },
    });
    expect(await refusal(confirmEmail(token, facts()))).toMatchObject({ status: 404 });
  });

  test('is asked for only by whoever has just proved who it is, and not more than five times an hour', async () => {
    const actor = await mei();
    expect(
      await refusal(requestEmailChange({ ...actor, hasProvedIdentity: false }, { email: 'other@new.example' })),
    ).toMatchObject({ status: 403, code: 'step-up-needed' });
    for (let n = 0; n < 5; n += 1) await requestEmailChange(actor, { email: `other${n}@new.example` });
    expect(await refusal(requestEmailChange(actor, { email: 'other9@new.example' }))).toMatchObject({ status: 429 });
    expect(await emailOfLink(await linkTo('other0@new.example'))).toBeNull();
    expect(await emailOfLink(await linkTo('other4@new.example'))).toMatchObject({ email: 'other4@new.example' });
  });

  test('is one that there can be, and nobody else’s', async () => {
    const actor = await mei();
    for (const [email, code] of [
      ['', 'required'],
      ['mei', 'not-an-email'],
      [actor.email, 'own-email'],
      [siti.email, 'email-in-use'],
    ] as const) {
      expect((await refusal(requestEmailChange(actor, { email }))).errors).toMatchObject([{ path: 'email', code }]);
    }
  });

  test('given to somebody else meanwhile is not taken from them; of two who confirm at once one has it', async () => {
    const [one, other] = [await mei(), await mei()];
    await requestEmailChange(one, { email: 'wanted@new.example' });
    const first = await linkTo('wanted@new.example');
    await requestEmailChange(other, { email: 'wanted@new.example' });
    const second = await linkTo('wanted@new.example');
    const done = await Promise.all(
      [first, second].map((token) =>
        confirmEmail(token, facts()).then(
          () => 'confirmed',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(done.toSorted()).toEqual(['confirmed', 'email-taken']);
    expect([await emailOf(one), await emailOf(other)].filter((email) => email === 'wanted@new.example')).toHaveLength(
      1,
    );
  });

  test('is called off by oneself, by a new password, and for whoever is suspended', async () => {
    const actor = await mei();
    await requestEmailChange(actor, { email: 'off@new.example' });
    await cancelEmailChange(actor);
    expect([await pendingEmail(actor), await emailOfLink(await linkTo('off@new.example'))]).toEqual([null, null]);

    await requestEmailChange(actor, { email: 'off@new.example' });
    await requestPasswordReset({ email: actor.email }, facts());
    await resetPassword(
      {
        token: tokenIn((await newestMailTo(actor.email))!.bodyText),
        password: `${PASSWORD} again`,
        passwordRepeat: `${PASSWORD} again`,
      },
      facts(),
    );
    expect(await emailOfLink(await linkTo('off@new.example'))).toBeNull();

    await requestEmailChange(actor, { email: 'off@new.example' });
    const token = await linkTo('off@new.example');
    await sql`update users set status = 'suspended' where id = ${actor.id}`.execute(db);
    expect(await emailOfLink(token)).toBeNull();
    expect(await refusal(confirmEmail(token, facts()))).toMatchObject({ status: 404 });
  });

  test('ends the links that were sent to the old one', async () => {
    const actor = await mei();
    await requestPasswordReset({ email: actor.email }, facts());
    const reset = tokenIn((await newestMailTo(actor.email))!.bodyText);
    await requestEmailChange(actor, { email: 'moved@new.example' });
    expect(await personOfResetLink(reset)).not.toBeNull();
    await confirmEmail(await linkTo('moved@new.example'), facts());
    expect(await personOfResetLink(reset)).toBeNull();
  });
});

test('whose account is closed is told so', async () => {
  const actor = await mei({ language: 'pt' });
  await deactivateUser(siti, { id: actor.id, version: 1 });
  expect((await mailsTo(actor.email)).at(-1)).toMatchObject({
    kind: 'deactivate-account',
    language: 'pt',
    subject: 'A sua conta foi encerrada',
    bodyText: expect.stringContaining(actor.username),
  });
});
