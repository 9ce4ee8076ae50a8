import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { changePasswordOf } from '#lib/access/account/change-password.server.ts';
import { personOfResetLink } from '#lib/access/account/password-reset.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { createFirstAdministrator } from '#lib/directory/first-administrator.server.ts';
import { resendInvitation } from '#lib/directory/user/invitation.server.ts';
import { addRoleToUser } from '#lib/directory/user/bulk.server.ts';
import { createUser, getUser, updateUser, users } from '#lib/directory/user/user.server.ts';
import { endUserSessions, sessionsOf } from '#lib/directory/user/sessions.server.ts';
import { user, type User } from '#lib/directory/user/user.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { db } from '#lib/process/database/database.server.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers the system, alone unless a test says otherwise; Hannah raises requests; Helen only looks.
let company: Company;
let siti: Actor;
let hannah: Actor;
let helen: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah, helen] = (await Promise.all(['admin', 'requester', 'auditor'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const roleId = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const byName = (username: string) =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const linkIn = (text: string) => /reset-password\/(\S+)/.exec(text)![1]!;

/** Daniel, as if he had these rights too. */
async function somebodyWith(subject: string, ...actions: string[]): Promise<Actor> {
  const daniel = await actorNamed('head');
  return {
    ...daniel,
    ability: new Ability([
      ...daniel.ability.permissions,
      ...actions.map((action) => ({ subject, action, condition: 'none' as const })),
    ]),
  };
}

let count = 0;
function newcomer(more: object = {}): Promise<User> {
  count += 1;
  return createUser(siti, {
    username: `newcomer${count}`,
    email: `newcomer${count}@garden.example`,
    fullName: `Newcomer ${count}`,
    language: 'en',
    ...more,
  });
}

describe('somebody new', () => {
  test('is invited by Siti, with a link in the own language, and belongs where Siti says', async () => {
    const made = await createUser(siti, {
      username: ' Chen.Li ',
      email: 'Chen.Li@Garden.example',
      fullName: 'Chen Li 陈丽',
      language: 'de',
      mainDepartmentId: company.departmentId('GRD'),
      departmentIds: [company.departmentId('OPS')],
      roleIds: [await roleId('STAFF')],
      contactNumber: '91234567',
    });
    expect(made).toMatchObject({
      username: 'chen.li',
      email: 'chen.li@garden.example',
      status: 'invited',
      contactNumber: '+65 91234567',
    });
    const read = await getUser(siti, made.id);
    expect(read.departmentIds.toSorted()).toEqual(
      [company.departmentId('GRD'), company.departmentId('OPS')].toSorted(),
    );
    expect(read.titles.mainDepartmentId).toBe('Grounds');
    const [mail] = await mailsTo('chen.li@garden.example');
    expect(mail).toMatchObject({ kind: 'welcome', language: 'de' });
    expect(await personOfResetLink(linkIn(mail!.bodyText))).toMatchObject({ username: 'chen.li', invited: true });
    const [entry] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'user.created',
      actorName: 'Siti Aminah',
      after: { username: 'chen.li', departmentIds: read.departmentIds },
    });
  });

  test('is not invited by Hannah or by Helen', async () => {
    for (const actor of [hannah, helen]) expect(await refusal(createUser(actor, {}))).toMatchObject({ status: 403 });
    expect(await refusal(getUser(hannah, helen.id))).toMatchObject({ status: 403 });
    expect((await getUser(helen, hannah.id)).fullName).toBe('Hannah Lim');
    expect(await refusal(getUser(helen, 'no-id'))).toMatchObject({ status: 404 });
  });

  test('needs a user name and an address that nobody has, in whatever case', async () => {
    const made = await newcomer();
    const other = { fullName: 'Other', language: 'en', username: 'other', email: 'other@garden.example' };
    expect((await refusal(createUser(siti, { ...other, username: made.username.toUpperCase() }))).errors).toEqual([
      { path: 'username', code: 'username-in-use' },
    ]);
    expect((await refusal(createUser(siti, { ...other, email: made.email.toUpperCase() }))).errors).toEqual([
      { path: 'email', code: 'email-in-use' },
    ]);
    expect((await refusal(createUser(siti, { ...other, username: 'other@garden.example' }))).errors).toEqual([
      { path: 'username', code: 'not-a-username' },
    ]);
    expect((await refusal(createUser(siti, {}))).errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'fullName required',
      'username required',
      'email required',
      'language not-a-choice',
    ]);
  });

  test('can be placed only where something is', async () => {
    const retired = await sql<{
      id: string;
    }>`insert into roles (id, code, name, status) values (gen_random_uuid(), 'OLD', 'Old', 'retired') returning id`.execute(
      db,
    );
    expect((await refusal(newcomer({ roleIds: [retired.rows[0]!.id], departmentIds: [hannah.id] }))).errors).toEqual([
      { path: 'departmentIds', code: 'not-a-choice' },
      { path: 'roleIds', code: 'out-of-use' },
    ]);
    expect((await refusal(newcomer({ personalRedirect: '//elsewhere.example' }))).errors).toEqual([
      { path: 'personalRedirect', code: 'not-a-path' },
    ]);
    expect((await newcomer({ personalRedirect: '/directory/users' })).personalRedirect).toBe('/directory/users');
  });

  test('gets a new link when the first is lost, and only until it was used', async () => {
    const made = await newcomer();
    await resendInvitation(siti, made.id);
    const [first, second] = await mailsTo(made.email);
    expect(await personOfResetLink(linkIn(first!.bodyText))).toBeNull();
    expect(await personOfResetLink(linkIn(second!.bodyText))).toMatchObject({ username: made.username });
    expect(await refusal(resendInvitation(siti, hannah.id))).toMatchObject({ status: 409, code: 'state-changed' });
    expect(await refusal(resendInvitation(helen, made.id))).toMatchObject({ status: 403 });
    expect(await refusal(resendInvitation(siti, company.entityId))).toMatchObject({ status: 404 });
  });
});

describe('changing a person', () => {
  test('keeps what was not sent, and logs what was, once', async () => {
    const made = await newcomer({ jobTitle: 'Gardener', departmentIds: [company.departmentId('GRD')] });
    const changed = await updateUser(siti, made, {
      jobTitle: 'Senior gardener',
      departmentIds: [company.departmentId('OPS')],
    });
    expect(changed).toMatchObject({ jobTitle: 'Senior gardener', fullName: made.fullName, version: 2 });
    expect((await getUser(siti, made.id)).departmentIds).toEqual([company.departmentId('OPS')]);
    const [entry, ...older] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'user.updated',
      before: { jobTitle: 'Gardener', departmentIds: [company.departmentId('GRD')] },
      after: { jobTitle: 'Senior gardener', departmentIds: [company.departmentId('OPS')] },
    });
    expect(older).toHaveLength(1);
  });

  test('leaves the main department among the departments', async () => {
    const made = await newcomer();
    const placed = await updateUser(siti, made, { mainDepartmentId: company.departmentId('KIT') });
    await updateUser(siti, placed, { departmentIds: [company.departmentId('OPS')] });
    expect((await getUser(siti, made.id)).departmentIds.toSorted()).toEqual(
      [company.departmentId('KIT'), company.departmentId('OPS')].toSorted(),
    );
  });

  test('is refused to whoever saw an older version', async () => {
    const made = await newcomer();
    await updateUser(siti, made, { jobTitle: 'Guide' });
    expect(await refusal(updateUser(siti, made, { jobTitle: 'Cook' }))).toMatchObject({
      status: 409,
      code: 'stale-version',
      details: { newer: { jobTitle: 'Guide' } },
    });
  });

  test('never makes a ring of managers, however many changes come at once', async () => {
    const [ann, ben, cho] = [await newcomer(), await newcomer(), await newcomer()];
    const benUnderAnn = await updateUser(siti, ben, { managerId: ann.id });
    await updateUser(siti, cho, { managerId: benUnderAnn.id });
    expect((await refusal(updateUser(siti, ann, { managerId: cho.id }))).errors).toEqual([
      { path: 'managerId', code: 'manages-himself' },
    ]);
    expect((await refusal(updateUser(siti, ann, { managerId: ann.id }))).errors).toEqual([
      { path: 'managerId', code: 'manages-himself' },
    ]);
    const [dan, eve] = [await newcomer(), await newcomer()];
    const results = await Promise.allSettled([
      updateUser(siti, dan, { managerId: eve.id }),
      updateUser(siti, eve, { managerId: dan.id }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('of the address ends old links and is told to both addresses', async () => {
    const invited = await newcomer();
    await updateUser(siti, invited, { email: 'right@garden.example' });
    expect(await personOfResetLink(linkIn((await mailsTo(invited.email))[0]!.bodyText))).toBeNull();
    expect((await mailsTo('right@garden.example')).map(({ kind }) => kind)).toEqual(['welcome']);
    const duty = await byName('duty');
    await updateUser(siti, duty, { email: 'idris@garden.example' });
    for (const address of [duty.email, 'idris@garden.example'])
      expect((await mailsTo(address)).at(-1)).toMatchObject({ kind: 'email-changed' });
  });
});

describe('nobody', () => {
  test('changes what he himself may do or reach, unless alone', async () => {
    const evelyn = await byName('director2');
    await addRoleToUser(siti, evelyn, { roleId: await roleId('ADMINISTRATOR') });
    const self = await byName('admin');
    for (const change of [
      { roleIds: [] },
      { businessEntityIds: [company.entityId] },
      { allEntities: false },
      { mainDepartmentId: company.departmentId('OPS') },
    ]) {
      expect(await refusal(updateUser(siti, self, change))).toMatchObject({ status: 409, code: 'own-roles' });
    }
    const { roleIds } = await getUser(siti, self.id);
    const renamed = await updateUser(siti, self, { jobTitle: 'Administrator', roleIds });
    expect(renamed.jobTitle).toBe('Administrator');
    await updateUser(siti, await byName('director2'), { roleIds: [await roleId('DIRECTOR')] });
    expect(await updateUser(siti, renamed, { businessEntityIds: [company.entityId] })).toMatchObject({
      version: renamed.version + 1,
    });
  });

  test('comes to administer by somebody who does not: a clerk may change people, and no more', async () => {
    const clerk = await somebodyWith('User', 'create', 'update', 'show', 'change-password');
    const administrator = await roleId('ADMINISTRATOR');
    for (const change of [{ email: 'mine@garden.example' }, { username: 'mine' }]) {
      expect(await refusal(updateUser(clerk, await byName('admin'), change))).toMatchObject({
        status: 409,
        code: 'administrators-only',
      });
    }
    expect(await refusal(changePasswordOf(clerk, siti.id, 'a long enough password'))).toMatchObject({
      status: 409,
      code: 'administrators-only',
    });
    expect(await refusal(addRoleToUser(clerk, await byName('requester'), { roleId: administrator }))).toMatchObject({
      status: 409,
      code: 'administrators-only',
    });
    const accomplice = {
      username: 'accomplice',
      email: 'accomplice@garden.example',
      fullName: 'Accomplice',
      language: 'en',
      roleIds: [administrator],
    };
    expect(await refusal(createUser(clerk, accomplice))).toMatchObject({ status: 409, code: 'administrators-only' });

    const made = await createUser(clerk, { ...accomplice, roleIds: [await roleId('STAFF')] });
    expect(await updateUser(clerk, made, { email: 'other@garden.example' })).toMatchObject({
      email: 'other@garden.example',
    });
    expect(await updateUser(clerk, await byName('admin'), { jobTitle: 'Administrator of the garden' })).toMatchObject({
      jobTitle: 'Administrator of the garden',
    });
    expect(await addRoleToUser(siti, made, { roleId: administrator }).catch((error: unknown) => error)).toMatchObject({
      code: 'stale-version',
    });
    await addRoleToUser(siti, await byName('accomplice'), { roleId: administrator });
    await updateUser(siti, await byName('accomplice'), { roleIds: [] });
  });

  test('gives a right that he does not hold himself, unless he may change roles', async () => {
    const clerk = await somebodyWith('User', 'create', 'update', 'show');
    const keeper = await byName('stores');
    const beyond = { status: 409, code: 'role-beyond-own', details: { params: { role: 'Director' } } };
    expect(await refusal(addRoleToUser(clerk, keeper, { roleId: await roleId('DIRECTOR') }))).toMatchObject(beyond);
    const accomplice = { username: 'helper', email: 'helper@garden.example', fullName: 'Helper', language: 'en' };
    expect(await refusal(createUser(clerk, { ...accomplice, roleIds: [await roleId('DIRECTOR')] }))).toMatchObject(
      beyond,
    );
    expect(await addRoleToUser(siti, keeper, { roleId: await roleId('DIRECTOR') })).toMatchObject({ id: keeper.id });
    const { roleIds } = await getUser(siti, keeper.id);
    const director = await roleId('DIRECTOR');
    // Taking a role away, and what was there before, need no right of one's own.
    await updateUser(clerk, await byName('stores'), { jobTitle: 'Keeper', roleIds });
    await updateUser(clerk, await byName('stores'), { roleIds: roleIds.filter((id) => id !== director) });
  });

  test('takes over an account by its address: that needs the right to change passwords, too', async () => {
    const clerk = await somebodyWith('User', 'create', 'update', 'show');
    for (const change of [{ email: 'mine@garden.example' }, { username: 'mine' }])
      expect(await refusal(updateUser(clerk, await byName('director'), change))).toMatchObject({
        status: 409,
        code: 'sign-in-needs-right',
      });
    expect(await updateUser(clerk, await byName('director'), { jobTitle: 'Director' })).toMatchObject({
      jobTitle: 'Director',
    });
    const wish = { username: 'tomorrow', email: 'tomorow@garden.example', fullName: 'Starts tomorrow', language: 'en' };
    const invited = await createUser(clerk, wish);
    expect(await updateUser(clerk, invited, { email: 'tomorrow@garden.example' })).toMatchObject({ status: 'invited' });
    const entitled = await somebodyWith('User', 'update', 'show', 'change-password');
    const director = await byName('director');
    const moved = await updateUser(entitled, director, { email: 'evelyn.new@garden.example' });
    await updateUser(entitled, moved, { email: director.email });
  });

  test('takes the role of the last administrator', async () => {
    const self = await byName('admin');
    expect(await refusal(updateUser(siti, self, { roleIds: [] }))).toMatchObject({
      status: 409,
      code: 'last-administrator',
    });
    const second = {
      username: 'second',
      email: 'second@garden.example',
      fullName: 'Second',
      password: 'a long enough password',
    };
    expect(await refusal(createFirstAdministrator(second))).toMatchObject({ code: 'administrator-exists' });
  });

  test('gets a role from somebody who may only look', async () => {
    expect(
      await refusal(addRoleToUser(helen, await byName('nobody'), { roleId: await roleId('STAFF') })),
    ).toMatchObject({ status: 403 });
  });
});

describe('sessions of a person', () => {
  test('are shown to and ended by Siti; the next request of that person is signed out', async () => {
    const facts = { requestId: 'later', ip: null, userAgent: null };
    const stores = await actorNamed('stores');
    expect(await sessionsOf(siti, stores.id)).toMatchObject([{ id: stores.sessionId, current: false }]);
    expect(await refusal(endUserSessions(helen, stores.id))).toMatchObject({ status: 403 });
    expect(await actorOfSession(stores.sessionId!, facts, false)).toMatchObject({ username: 'stores' });
    expect(await endUserSessions(siti, stores.id)).toEqual({ ended: 1 });
    expect(await actorOfSession(stores.sessionId!, facts, false)).toBeNull();
    await endUserSessions(siti, siti.id);
    expect(await actorOfSession(siti.sessionId!, facts, false)).toMatchObject({ username: 'admin' });
  });
});

test('the list finds people by name and by role, and counts them by state', async () => {
  const found = async (words: string) =>
    (await users.list(siti, readListQuery(user, new URLSearchParams({ q: words })))).items.map(
      ({ fullName }) => fullName,
    );
  expect(await found('prakash')).toEqual(['Prakash Nair']);
  expect(await found('store keeper')).toEqual(['Prakash Nair']);
  const { counts, items } = await users.list(siti, readListQuery(user, new URLSearchParams({ q: 'hannah' })));
  expect(counts['invited']).toBeGreaterThan(3);
  expect(items[0]).toMatchObject({
    roleNames: 'Staff',
    entityNames: 'SWG',
    titles: { mainDepartmentId: 'Operations' },
  });
});
