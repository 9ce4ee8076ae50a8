import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { DEMONSTRATION_PASSWORD } from '#lib/values/constants.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { startAuthenticatorSetUp } from '#lib/access/second-factor/authenticator.server.ts';
import { changeOwnPassword, changePasswordOf } from '#lib/access/account/change-password.server.ts';
import { proveIdentity } from '#lib/access/second-factor/identity-proof.server.ts';
import { confirmAuthenticator } from '#lib/access/second-factor/own-second-factor.server.ts';
import { resetSecondFactorOf } from '#lib/access/second-factor/reset-second-factor.server.ts';
import { secondFactorsOf } from '#lib/access/second-factor/second-factor.server.ts';
import { actorOfCookie } from '#lib/access/session/session.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { requireStepUp } from '#lib/access/session/step-up.server.ts';
import { totpCodeOf, totpStepAt } from '#lib/access/second-factor/totp.server.ts';
import { restoreRoleVersion, saveRolePermissions } from '#lib/directory/role/permissions.server.ts';
import { roleVersions, versionSteps } from '#lib/directory/role/versions.server.ts';
import { createRole, retireRole, updateRole } from '#lib/directory/role/role.server.ts';
import { addRoleToUser } from '#lib/directory/user/bulk.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { createDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import {
  createApprovalPolicy,
  restoreApprovalPolicy,
  restorePolicyVersion,
  retireApprovalPolicy,
  updateApprovalPolicy,
  withdrawPolicyVersion,
} from '#lib/approvals/policy/policy-writing.server.ts';
import {
  createBusinessEntity,
  getBusinessEntity,
  updateBusinessEntity,
} from '#lib/directory/business-entity.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { changeSetting } from '#lib/settings/business-settings-changes.server.ts';
import { settingNamed } from '#lib/settings/business-settings-reading.server.ts';
import { logFile } from '#lib/administration/activity-log/log-file.server.ts';
import { requestRun } from '#lib/administration/jobs/jobs.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import '#lib/modules.server.ts';
import { createUser, updateUser } from '#lib/directory/user/user.server.ts';
import { secondFactorOfUser } from '#lib/directory/user/second-factor.server.ts';
import { runBulk } from '#lib/records/list/bulk.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { again, elevenMinutesOn, later } from './factors.ts';
import { facts, newestMailTo } from './people.ts';
import { bytesOf } from './secret.ts';

// Siti administers the system. Prakash keeps the stores, Daniel heads operations, Grace sits at the counter.
let company: Company;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await seedFoundations();
  company = await buildCompany();
});
afterAll(() => {
  vi.useRealTimers();
});

const refused = (act: Promise<unknown>) => refusal(act).then(({ status, code }) => `${status} ${code}`);
const ASKED = '403 step-up-needed';

let count = 0;
const someRole = (actor: Actor) => createRole(actor, { code: `STEP-${(count += 1)}`, name: `Step role ${count}` });

async function withPhone(username: string) {
  const actor = await actorNamed(username);
  const secret = bytesOf((await startAuthenticatorSetUp(actor)).secret);
  const code = () => totpCodeOf(secret, totpStepAt(Date.now()));
  const { recoveryCodes } = await confirmAuthenticator(actor, {
    currentPassword: DEMONSTRATION_PASSWORD,
    code: code(),
  });
  later();
  return { actor: await again(actor), code, recoveryCodes: recoveryCodes! };
}

describe('a proof', () => {
  test('lies in signing in, and is good for ten minutes', async () => {
    const siti = await actorNamed('admin');
    expect(() => requireStepUp(siti)).not.toThrow();
    await sql`update sessions set proved_at = now() - interval '9 minutes' where id = ${siti.sessionId}`.execute(db);
    expect((await again(siti)).hasProvedIdentity).toBe(true);
    expect((await elevenMinutesOn(siti)).hasProvedIdentity).toBe(false);
  });

  test('is not asked of the product itself', () => {
    expect(() => requireStepUp(systemActor())).not.toThrow();
  });

  test('is the password, entered again, for who has nothing else', async () => {
    const old = await elevenMinutesOn(await actorNamed('stores'));
    expect((await refusal(proveIdentity(old, { password: 'a guess' }))).errors).toEqual([
      { path: 'password', code: 'wrong-password' },
    ]);
    expect((await refusal(proveIdentity(old, {}))).errors).toEqual([{ path: 'password', code: 'required' }]);
    expect((await again(old)).hasProvedIdentity).toBe(false);
    await proveIdentity(old, { password: DEMONSTRATION_PASSWORD });
    expect((await again(old)).hasProvedIdentity).toBe(true);
    const entry = await db
      .selectFrom('activityLog')
      .select(['params', 'outcome'])
      .where('eventCode', '=', 'session.proved')
      .where('sessionId', '=', old.sessionId)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ params: { factor: 'password' }, outcome: 'ok' });
  });

  test('is the second factor where there is one: the password alone does not count', async () => {
    const { actor, code, recoveryCodes } = await withPhone('counter');
    const old = await elevenMinutesOn(actor);
    expect((await refusal(proveIdentity(old, { password: DEMONSTRATION_PASSWORD }))).errors).toEqual([
      { path: 'code', code: 'required' },
    ]);
    expect((await refusal(proveIdentity(old, { code: '000000' }))).errors).toEqual([
      { path: 'code', code: 'code-wrong' },
    ]);
    await proveIdentity(old, { code: code() });
    expect((await again(old)).hasProvedIdentity).toBe(true);
    const older = await elevenMinutesOn(actor);
    expect((await refusal(proveIdentity(older, { code: code() }))).errors).toEqual([
      { path: 'code', code: 'code-used' },
    ]);
    await proveIdentity(older, { recoveryCode: recoveryCodes[0] });
    expect((await again(older)).hasProvedIdentity).toBe(true);
  });

  test('that is wrong ten times locks further proofs in every session, and leaves the door open', async () => {
    const old = await elevenMinutesOn(await actorNamed('duty'));
    for (let tries = 0; tries < 9; tries += 1)
      expect((await refusal(proveIdentity(old, { password: `guess ${tries}` }))).code).toBe('wrong-proof');
    expect(await refused(proveIdentity(old, { password: 'guess' }))).toBe('429 account-locked');
    expect(await refused(proveIdentity(old, { password: DEMONSTRATION_PASSWORD }))).toBe('429 account-locked');
    const elsewhere = await elevenMinutesOn(await actorNamed('duty'));
    expect(await refused(proveIdentity(elsewhere, { password: DEMONSTRATION_PASSWORD }))).toBe('429 account-locked');
    const answer = await signIn({ username: 'duty', password: DEMONSTRATION_PASSWORD }, facts());
    expect(answer.userData.username).toBe('duty');
  });

  test('is one session’s, not the person’s', async () => {
    const [here, there] = [
      await elevenMinutesOn(await actorNamed('stores')),
      await elevenMinutesOn(await actorNamed('stores')),
    ];
    await proveIdentity(here, { password: DEMONSTRATION_PASSWORD });
    expect((await again(there)).hasProvedIdentity).toBe(false);
  });
});

describe('a proof is asked before', () => {
  test('what a role allows is changed', async () => {
    const siti = await actorNamed('admin');
    const role = await saveRolePermissions(siti, await someRole(siti), {
      permissions: [{ subject: 'Team', action: 'read' }],
    });
    const old = await elevenMinutesOn(siti);
    const wanted = { permissions: [{ subject: 'Team', action: 'show' }] };
    expect(await refused(saveRolePermissions(old, role, wanted))).toBe(ASKED);
    expect(await refused(restoreRoleVersion(old, role, { number: 1 }))).toBe(ASKED);
    expect(await refused(retireRole(old, role))).toBe(ASKED);
    expect(await refused(updateRole(old, role, { maxApprovalCents: 900_000 }))).toBe(ASKED);
    expect(await refused(updateRole(old, role, { requiresSecondFactor: true }))).toBe(ASKED);
    expect(await updateRole(old, role, { description: 'Words need no proof.' })).toMatchObject({
      description: 'Words need no proof.',
    });
    await proveIdentity(old, { password: DEMONSTRATION_PASSWORD });
    expect(
      await saveRolePermissions(await again(old), { id: role.id, version: role.version + 1 }, wanted),
    ).toMatchObject({ version: role.version + 2 });
  });

  test('somebody is made an administrator, and not before another role is given', async () => {
    const siti = await actorNamed('admin');
    const old = await elevenMinutesOn(siti);
    const daniel = await db.selectFrom('users').selectAll().where('username', '=', 'head').executeTakeFirstOrThrow();
    const roleIds = async (...codes: string[]) =>
      (await db.selectFrom('roles').select('id').where('code', 'in', codes).execute()).map(({ id }) => id);
    expect(await refused(updateUser(old, daniel, { roleIds: await roleIds('STAFF', 'ADMINISTRATOR') }))).toBe(ASKED);
    const saved = await updateUser(old, daniel, { roleIds: await roleIds('STAFF', 'DEPARTMENT-HEAD', 'COUNTER') });
    expect(saved.version).toBe(daniel.version + 1);
    const made = await updateUser(
      await again(siti).then(
        async (actor) => (await proveIdentity(actor, { password: DEMONSTRATION_PASSWORD }), again(actor)),
      ),
      saved,
      { roleIds: await roleIds('STAFF', 'ADMINISTRATOR') },
    );
    await updateUser(await again(siti), made, { roleIds: await roleIds('STAFF', 'DEPARTMENT-HEAD') });
  });

  test('a role is given that decides for the business, and none before a role that only records', async () => {
    const old = await elevenMinutesOn(await actorNamed('admin'));
    const grace = await db.selectFrom('users').selectAll().where('username', '=', 'counter').executeTakeFirstOrThrow();
    const role = async (code: string) =>
      (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
    expect(await refused(addRoleToUser(old, grace, { roleId: await role('DIRECTOR') }))).toBe(ASKED);
    expect(await addRoleToUser(old, grace, { roleId: await role('STORE-KEEPER') })).toMatchObject({ id: grace.id });
  });

  test('a role that reads the log, or the records of every entity, is given', async () => {
    const old = await elevenMinutesOn(await actorNamed('admin'));
    const grace = await db.selectFrom('users').selectAll().where('username', '=', 'counter').executeTakeFirstOrThrow();
    const role = await db.selectFrom('roles').select('id').where('code', '=', 'AUDITOR').executeTakeFirstOrThrow();
    expect(await refused(addRoleToUser(old, grace, { roleId: role.id }))).toBe(ASKED);
    expect(await refused(updateUser(old, grace, { allEntities: true }))).toBe(ASKED);
    const wide = await updateUser(await actorNamed('admin'), grace, { allEntities: true });
    const titled = await updateUser(old, wide, { allEntities: true, jobTitle: 'Head of the counter' });
    expect(await updateUser(old, titled, { allEntities: false })).toMatchObject({ allEntities: false });
    const person = { fullName: 'Ann Tay', username: 'anntay', email: 'anntay@garden.example', language: 'en' };
    expect(await refused(createUser(old, { ...person, allEntities: true }))).toBe(ASKED);
    expect(await createUser(old, { ...person, allEntities: false })).toMatchObject({ status: 'invited' });
  });

  test('an approval policy is made, changed, retired, used again or taken back to an earlier version', async () => {
    const siti = await actorNamed('admin');
    const old = await elevenMinutesOn(siti);
    const steps = [{ rule: 'department-head' }];
    const input = {
      docType: 'PR',
      name: 'Kitchen',
      priority: 50,
      expenseCategoryIds: [company.categoryId('5310')],
      steps,
    };
    expect(await refused(createApprovalPolicy(old, input))).toBe(ASKED);
    const made = await createApprovalPolicy(siti, input);
    expect(await refused(updateApprovalPolicy(old, made, { name: 'Kitchens' }))).toBe(ASKED);
    expect(await updateApprovalPolicy(old, made, { name: 'Kitchen' })).toMatchObject({ version: made.version });
    const changed = await updateApprovalPolicy(siti, made, { name: 'Kitchens' });
    const planned = await updateApprovalPolicy(siti, changed, {
      name: 'Kitchens',
      validFrom: addDays(today(), 9),
      priority: 51,
    });
    expect(await refused(restorePolicyVersion(old, planned, { number: 1 }))).toBe(ASKED);
    expect(await refused(withdrawPolicyVersion(old, planned, { number: 3 }))).toBe(ASKED);
    const before = await withdrawPolicyVersion(siti, planned, { number: 3 });
    expect(await refused(retireApprovalPolicy(old, before))).toBe(ASKED);
    const retired = await retireApprovalPolicy(siti, before);
    expect(await refused(restoreApprovalPolicy(old, retired))).toBe(ASKED);
    expect(await restoreApprovalPolicy(siti, retired)).toMatchObject({ status: 'active' });
  });

  test('customers are asked to pay to another account, and by no program', async () => {
    const siti = await actorNamed('admin');
    const old = await elevenMinutesOn(siti);
    const program: Actor = { ...old, type: 'app-client' };
    const { bankAccounts, ...garden } = await getBusinessEntity(siti, company.entityId);
    const account = { bank: 'DBS', accountName: 'Garden', accountNumber: '003-912345-6', swift: null, payNowUen: null };
    const more = { bankAccounts: [...bankAccounts, account] };
    expect(await refused(updateBusinessEntity(old, garden, more))).toBe(ASKED);
    expect(await refused(updateBusinessEntity(program, garden, more))).toBe('403 people-only');
    const paid = await updateBusinessEntity(siti, garden, more);
    const same = await updateBusinessEntity(old, paid, { ...more, phone: '+65 6123 4567' });
    const { bankAccounts: written } = await getBusinessEntity(siti, company.entityId);
    expect(written).toEqual(more.bankAccounts);
    expect(await refused(updateBusinessEntity(old, same, { bankAccounts: [] }))).toBe(ASKED);
    const made = {
      shortCode: 'EAST',
      legalName: 'East Garden',
      uen: '202600009K',
      fiscalYearStartMonth: 4,
      bankAccounts: [account],
    };
    expect(await refused(createBusinessEntity(old, made))).toBe(ASKED);
    expect(await createBusinessEntity(old, { ...made, bankAccounts: [] })).toMatchObject({ shortCode: 'EAST' });
  });

  test('a person is suspended, a delegate named for another, a setting changed', async () => {
    const siti = await actorNamed('admin');
    const old = await elevenMinutesOn(siti);
    const people = await db.selectFrom('users').selectAll().where('username', 'in', ['counter', 'stores']).execute();
    const [grace, prakash] = ['counter', 'stores'].map((name) => people.find(({ username }) => username === name)!);
    expect(await refused(suspendUser(old, grace!, { reason: 'Long leave' }))).toBe(ASKED);
    const leave = {
      toUserId: company.userId('purchasing'),
      fromAt: new Date(Date.now() + 3_600_000).toISOString(),
      toAt: new Date(Date.now() + 7_200_000).toISOString(),
      reason: 'Leave',
    };
    expect(await refused(createDelegation(old, leave, prakash!.id))).toBe(ASKED);
    const { version } = await settingNamed('purchasing.direct-limit');
    const limit = { value: '2000.00', startsOn: '', reason: 'Prices rose' };
    expect(await refused(changeSetting(old, 'purchasing.direct-limit', { id: '', version }, limit))).toBe(ASKED);
  });

  test('the log leaves as a file, and everything does as a backup; a program with the right is not asked', async () => {
    const old = await elevenMinutesOn(await actorNamed('admin'));
    const reader = { t: translatorFor('en'), language: 'en' as const };
    const asCsv = (actor: Actor) => logFile(actor, new URLSearchParams('format=csv'), reader);
    await expect(Promise.resolve().then(() => asCsv(old))).rejects.toMatchObject({ code: 'step-up-needed' });
    expect((await asCsv({ ...old, type: 'app-client' })).status).toBe(200);
    expect(await refused(requestRun(old, 'backup'))).toBe(ASKED);
  });

  test('several people are made administrators: the question comes once, not as a refusal of each', async () => {
    const old = await elevenMinutesOn(await actorNamed('admin'));
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'ADMINISTRATOR')
      .executeTakeFirstOrThrow();
    const people = await db
      .selectFrom('users')
      .select(['id', 'version'])
      .where('username', 'in', ['head', 'head2'])
      .execute();
    const addRole = (actor: Actor, seen: { id: string; version: number }) =>
      addRoleToUser(actor, seen, { roleId: role.id });
    expect(
      await refused(
        runBulk(
          old,
          'addRole',
          addRole,
          people.map(({ id, version }) => `${id}:${version}`),
        ),
      ),
    ).toBe(ASKED);
  });

  test('somebody’s way in is changed: password, address, second factor', async () => {
    const siti = await actorNamed('admin');
    const old = await elevenMinutesOn(siti);
    const prakash = await db.selectFrom('users').selectAll().where('username', '=', 'stores').executeTakeFirstOrThrow();
    expect(await refused(changePasswordOf(old, prakash.id, 'one time only, please'))).toBe(ASKED);
    expect(await refused(updateUser(old, prakash, { email: 'prakash@garden.example' }))).toBe(ASKED);
    expect(await refused(resetSecondFactorOf(old, prakash.id))).toBe(ASKED);
    expect(await updateUser(old, prakash, { jobTitle: 'Head of stores' })).toMatchObject({
      jobTitle: 'Head of stores',
    });
  });

  test('one’s own password is changed with a second factor; without one the old password is the proof', async () => {
    const change = (actor: Actor) =>
      changeOwnPassword(actor, {
        currentPassword: DEMONSTRATION_PASSWORD,
        password: 'granite and bronze plaques',
        passwordRepeat: 'granite and bronze plaques',
      });
    const { actor } = await withPhone('kitchen');
    expect(await refused(change(await elevenMinutesOn(actor)))).toBe(ASKED);
    await change(await elevenMinutesOn(await actorNamed('agency')));
  });
});

describe('resetting somebody’s second factor', () => {
  test('takes all of it, ends the sessions, and tells by mail who did it', async () => {
    const { actor: farid } = await withPhone('requester2');
    const siti = await actorNamed('admin');
    expect(await secondFactorOfUser(siti, farid.id)).toMatchObject({
      authenticatorSince: expect.any(String),
      recoveryCodesLeft: 10,
    });
    await resetSecondFactorOf(siti, farid.id);
    expect(await secondFactorsOf(farid.id)).toMatchObject({
      authenticatorSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect(await again(farid)).toBeNull();
    const mail = await newestMailTo('requester2@garden.example');
    expect(mail).toMatchObject({ kind: 'second-factor-reset' });
    expect(mail!.bodyText).toContain('Siti Aminah has reset');
    const { refreshToken } = await signIn({ username: 'requester2', password: DEMONSTRATION_PASSWORD }, facts());
    expect((await actorOfCookie(refreshToken, facts(), false))!.hasSecondFactor).toBe(false);
    const entry = await db
      .selectFrom('activityLog')
      .select(['actorName', 'entityNumber'])
      .where('eventCode', '=', 'second-factor.reset')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actorName: 'Siti Aminah', entityNumber: 'requester2' });
    expect(await refused(resetSecondFactorOf(siti, farid.id))).toBe('409 no-second-factor');
  });

  test('needs the right, a person, and somebody else; an administrator’s is for administrators', async () => {
    const siti = await actorNamed('admin');
    const [helen, hannah] = [await actorNamed('auditor'), await actorNamed('requester')];
    expect(await refused(resetSecondFactorOf(hannah, siti.id))).toBe('403 not-authorized');
    expect(await refused(secondFactorOfUser(helen, hannah.id))).toBe('403 not-authorized');
    expect(await refused(resetSecondFactorOf(siti, siti.id))).toBe('409 not-yourself');
    expect(await refused(resetSecondFactorOf(siti, 'not-an-id'))).toBe('404 not-found');
    const helper = await saveRolePermissions(siti, await someRole(siti), {
      permissions: [{ subject: 'User', action: 'reset-second-factor' }],
    });
    await sql`insert into user_roles (user_id, role_id) values (${company.userId('auditor')}, ${helper.id})`.execute(
      db,
    );
    expect(await refused(resetSecondFactorOf(await again(helen), siti.id))).toBe('409 administrators-only');
    expect(await refused(resetSecondFactorOf(await again(helen), hannah.id))).toBe('409 no-second-factor');
  });
});

describe('whether a role asks for a second factor', () => {
  test('is stored in its versions and comes back with them', async () => {
    const siti = await actorNamed('admin');
    const role = await saveRolePermissions(siti, await someRole(siti), {
      permissions: [{ subject: 'Team', action: 'read' }],
    });
    const strict = await updateRole(siti, role, { requiresSecondFactor: true });
    expect(strict.requiresSecondFactor).toBe(true);
    const wider = await saveRolePermissions(siti, strict, {
      permissions: [
        { subject: 'Team', action: 'read' },
        { subject: 'Team', action: 'show' },
      ],
    });
    expect(wider.requiresSecondFactor).toBe(true);
    const versions = await roleVersions(siti, role.id);
    expect(versions.map(({ number, requiresSecondFactor }) => [number, requiresSecondFactor])).toEqual([
      [4, true],
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(versionSteps(versions).map(({ asksOtherwise }) => asksOtherwise)).toEqual([false, true, false, false]);
    const back = await restoreRoleVersion(siti, wider, { number: 2 });
    expect(back.requiresSecondFactor).toBe(false);
    expect(await refused(restoreRoleVersion(siti, back, { number: 2 }))).toBe('409 nothing-changed');
    expect(await restoreRoleVersion(siti, back, { number: 3 })).toMatchObject({ requiresSecondFactor: true });
  });
});
