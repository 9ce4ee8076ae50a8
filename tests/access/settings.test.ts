import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requestPasswordReset } from '#lib/access/account/password-reset.server.ts';
import { setPassword } from '#lib/access/account/passwords.server.ts';
import { unlockSignIn } from '#lib/access/session/sign-in-limits.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { createUser } from '#lib/directory/user/user.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { facts, newestMailTo, PASSWORD, somebody } from './people.ts';

// What the business decides about signing in, at work.
let siti: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  siti = await actorNamed('admin');
});

const decide = (name: string, value: number) =>
  changeSetting(
    siti,
    name,
    { id: settingId(name), version: 1 },
    { value, reason: 'Decided in the meeting of the management.' },
  );
const wrong = (username: string) =>
  refusal(signIn({ username, password: 'not the right one' }, facts())).then(({ code }) => code);

const times = async <T>(act: (name: string) => Promise<T>, name: string, many: number) => {
  const answers: T[] = [];
  for (let n = 1; n <= many; n += 1) answers.push(await act(name));
  return answers;
};

test('as many failures lock a name as the setting says, for as long, and setting it anew changes both at once', async () => {
  await decide('directory.sign-in-failures', 3);
  await decide('directory.sign-in-lock-minutes', 40);
  const { id } = await somebody({ username: 'ines' });
  expect(await times(wrong, 'ines', 3)).toEqual(Array(3).fill('wrong-credentials'));
  const enter = () =>
    signIn({ username: 'ines', password: PASSWORD }, facts()).then(
      () => 'in',
      ({ code }) => code,
    );
  const minutesOn = (minutes: number) => sql`update rate_limits set expire = expire - ${minutes * 60_000}`.execute(db);
  await minutesOn(38);
  expect(await enter()).toBe('wrong-credentials');
  await minutesOn(3);
  expect(await enter()).toBe('in');
  await times(wrong, 'ines', 3);
  expect(await enter()).toBe('wrong-credentials');
  await unlockSignIn(id);
  expect(await enter()).toBe('in');
});

test('a password must be as long, and an old one come back as late, as the settings say', async () => {
  await decide('directory.least-characters', 20);
  await decide('directory.no-reuse-of-last', 1);
  const person = await somebody({ username: 'jonas' });
  const set = (password: string) => transaction((tx) => setPassword(tx, person, password));
  expect((await refusal(set('nineteen characters'))).errors).toEqual([
    { path: 'password', code: 'password-too-short', params: { minimum: 20 } },
  ]);
  expect((await refusal(set(PASSWORD))).errors).toMatchObject([{ code: 'password-used-before' }]);
  await set('reeds beside the still water');
  await set(PASSWORD);
});

test('links last as long as the settings say, and the mail says so', async () => {
  await decide('directory.reset-link-minutes', 25);
  await decide('directory.invitation-hours', 5);
  const { id, email } = await somebody({ username: 'kim' });
  await requestPasswordReset({ email }, facts());
  const left = async (subjectId: string) =>
    (
      await sql<{
        minutes: number;
      }>`select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from public_tokens where subject_id = ${subjectId} order by created_at desc limit 1`.execute(
        db,
      )
    ).rows[0]!.minutes;
  expect([await left(id), (await newestMailTo(email))!.bodyText.includes('25')]).toEqual([25, true]);
  const role = await db.selectFrom('roles').select('id').where('code', '=', 'STAFF').executeTakeFirstOrThrow();
  const invited = await createUser(siti, {
    username: 'lena',
    email: 'lena@garden.example',
    fullName: 'Lena Ho',
    language: 'en',
    roles: [role.id],
    allEntities: true,
  });
  expect([await left(invited.id), (await newestMailTo('lena@garden.example'))!.bodyText.includes('5 hours')]).toEqual([
    300,
    true,
  ]);
});
