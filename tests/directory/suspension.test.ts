import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { abilityOf, actorOfSession } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { requestPasswordReset, personOfResetLink } from '#lib/access/account/password-reset.server.ts';
import { openSession, renewSession } from '#lib/access/session/session.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { activityOf, type ActivityRow } from '#lib/activity/activity.server.ts';
import { describeEntry as told } from '#lib/on-records/history/describe.server.ts';
import { deactivateUser, suspendUser, reactivateUser } from '#lib/directory/user/suspension.server.ts';
import { createUser, makeUser, updateUser } from '#lib/directory/user/user.server.ts';
import type { User } from '#lib/directory/user/user.ts';
import '#lib/modules.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah raises requests of Operations; Nurul approves small ones, Daniel heads Operations, Lim Kai Wen the company. Siti administers.
let company: Company;
let siti: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah] = (await Promise.all(['admin', 'requester'].map(actorNamed))) as [Actor, Actor];
});

const facts = { requestId: 'later', ip: null, userAgent: null };
const signedIn = (actor: Actor) => actorOfSession(actor.sessionId!, facts, true);
const byName = (username: string): Promise<User> =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const tasksOf = async (docId: string) =>
  (
    await sql<{ username: string; status: string; note: string | null }>`
  select u.username, t.status, t.note from approval_tasks t join users u on u.id = t.assignee_id where t.doc_id = ${docId} order by t.opened_at, t.id`.execute(
      db,
    )
  ).rows;
const sent = async (netCents: number) =>
  submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents }));
const sentenceOf = async (entry: ActivityRow) =>
  (await told([entry], { t: translatorFor('en'), language: 'en' }))[0]!.sentence;
const reviewed = { rightsReviewed: true };
const reason = { reason: 'Left the garden without notice.' };

describe('a person who is suspended', () => {
  test('is signed out at the very next request, by token and by cookie, and cannot come back', async () => {
    const idris = await actorNamed('duty');
    const session = await transaction((tx) => openSession(tx, idris.id, true, facts));
    const suspended = await suspendUser(siti, await byName('duty'), reason);
    expect(suspended).toMatchObject({
      status: 'suspended',
      sessionsEnded: 2,
      movedTasks: 0,
      movedTo: [],
      departments: [],
    });
    expect(await signedIn(idris)).toBeNull();
    expect(await refusal(renewSession(session.refreshToken, facts))).toMatchObject({ status: 401 });
    expect(await refusal(signIn({ username: 'duty', password: 'garden-demo-2026' }, facts))).toMatchObject({
      status: 403,
      code: 'account-not-active',
    });
    const [entry] = await activityOf(idris.id);
    expect(entry).toMatchObject({
      eventCode: 'user.suspend',
      before: { status: 'active' },
      after: { status: 'suspended' },
      params: { ...reason, sessionsEnded: 2 },
    });
    await reactivateUser(siti, suspended, reviewed);
    expect(await signedIn(idris)).toBeNull();
    expect((await signIn({ username: 'duty', password: 'garden-demo-2026' }, facts)).userData.username).toBe('duty');
  });

  test('cannot use a link from a mail any more', async () => {
    await requestPasswordReset({ email: 'kitchen@garden.example' }, facts);
    const { bodyText } = (await mailsTo('kitchen@garden.example'))[0]!;
    const token = /reset-password\/(\S+)/.exec(bodyText)![1]!;
    expect(await personOfResetLink(token)).not.toBeNull();
    const suspended = await suspendUser(siti, await byName('kitchen'), reason);
    expect(suspended.departments.map(({ name }) => name)).toEqual(['Kitchen']);
    await reactivateUser(siti, suspended, reviewed);
    expect(await personOfResetLink(token)).toBeNull();
  });

  test('is asked no more: who comes next decides, and the history keeps both', async () => {
    const small = await sent(80_000);
    expect(await tasksOf(small.id)).toMatchObject([{ username: 'approver', status: 'pending' }]);
    const suspended = await suspendUser(siti, await byName('approver'), reason);
    expect(suspended).toMatchObject({ movedTasks: 1, movedTo: [{ name: 'Daniel Koh', count: 1 }] });
    expect(await tasksOf(small.id)).toMatchObject([
      { username: 'approver', status: 'reassigned', note: 'not-active' },
      { username: 'head', status: 'pending' },
    ]);
    expect((await activityOf(small.id)).map(({ eventCode }) => eventCode)).toContain('approval.reassigned');
    expect(await approvePurchaseRequest(await actorNamed('head'), small, {})).toMatchObject({
      status: 'pending-budget',
    });
    await reactivateUser(siti, suspended, reviewed);
    expect((await tasksOf(small.id)).filter(({ username }) => username === 'approver')).toHaveLength(1);
  });

  test('leaves a chain that goes on upwards', async () => {
    const [first, second] = [await sent(200_000), await sent(300_000)];
    const suspended = await suspendUser(siti, await byName('head'), reason);
    expect(suspended).toMatchObject({
      movedTasks: 2,
      movedTo: [{ name: 'Lim Kai Wen 林凯文', count: 2 }],
      departments: [{ name: 'Operations' }],
    });
    for (const { id } of [first, second])
      expect((await tasksOf(id)).at(-1)).toMatchObject({ username: 'manager', status: 'pending' });
    const later = await sent(200_000);
    expect(await tasksOf(later.id)).toMatchObject([{ username: 'manager', status: 'pending' }]);
    await reactivateUser(siti, suspended, reviewed);
  });

  test('is not asked by a request that is sent at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const drafts = await Promise.all(
        Array.from({ length: 4 }, () => draftRequest(hannah, company, { netCents: 80_000 })),
      );
      const nurul = await byName('approver');
      const [suspended] = await Promise.all([
        suspendUser(siti, nurul, reason),
        ...drafts.map((draft) => submitPurchaseRequest(hannah, draft)),
      ]);
      const { rows } = await sql<{
        left: number;
      }>`select count(*) as left from approval_tasks where assignee_id = ${nurul.id} and status = 'pending'`.execute(
        db,
      );
      expect(rows[0]!.left).toBe(0);
      await reactivateUser(siti, suspended, reviewed);
    }
  });

  test('keeps everything when one part of it cannot be done', async () => {
    const request = await sent(80_000);
    const nurul = await actorNamed('approver');
    await sql`update users set status = 'deactivated', deactivated_at = now() where id = any(${['head', 'manager', 'admin'].map(company.userId)}::uuid[])`.execute(
      db,
    );
    await addSecondAdministrator();
    const evelyn = await actorNamed('director2');
    expect(await refusal(suspendUser(evelyn, await byName('approver'), reason))).toMatchObject({
      code: 'nobody-to-approve',
    });
    expect(await signedIn(nurul)).not.toBeNull();
    expect(await tasksOf(request.id)).toMatchObject([{ username: 'approver', status: 'pending' }]);
    await sql`update users set status = 'active', deactivated_at = null where status = 'deactivated'`.execute(db);
    await removeSecondAdministrator();
  });
});

describe('what somebody heads and owns', () => {
  test('goes to the new head who is named: the department, and the decisions that wait for its head', async () => {
    const request = await sent(500_000);
    const daniel = await byName('head');
    expect((await refusal(suspendUser(siti, daniel, { ...reason, headId: daniel.id }))).errors).toEqual([
      { path: 'headId', code: 'not-active' },
    ]);
    const suspended = await suspendUser(siti, daniel, { ...reason, headId: company.userId('operations') });
    expect(suspended).toMatchObject({ newHeadOf: ['Operations'], departments: [] });
    expect((await tasksOf(request.id)).map(({ username, status }) => `${username} ${status}`)).toEqual([
      'head reassigned',
      'operations pending',
    ]);
    const ops = await db
      .selectFrom('departments')
      .selectAll()
      .where('id', '=', company.departmentId('OPS'))
      .executeTakeFirstOrThrow();
    expect((await activityOf(ops.id))[0]).toMatchObject({
      eventCode: 'department.updated',
      actorId: siti.id,
      changedFields: ['headUserId'],
    });
    await reactivateUser(siti, suspended, reviewed);
    await sql`update departments set head_user_id = ${daniel.id} where id = ${ops.id}`.execute(db);
  });

  test('stays his where none is named, and whoever may not change departments names none', async () => {
    const suspended = await suspendUser(siti, await byName('head'), reason);
    expect(suspended).toMatchObject({ newHeadOf: [], departments: [{ name: 'Operations' }] });
    const back = await reactivateUser(siti, suspended, reviewed);
    const keeper = {
      ...siti,
      ability: abilityOf(siti.ability.permissions.filter(({ subject }) => subject !== 'Department')),
    };
    expect(await refusal(suspendUser(keeper, back, { ...reason, headId: company.userId('operations') }))).toMatchObject(
      {
        status: 403,
      },
    );
    expect((await byName('head')).status).toBe('active');
  });

  test('whoever may see app clients in his name is notified of them', async () => {
    const idris = await byName('duty');
    await sql`insert into app_clients (id, name, description, client_id, owner_user_id, department_id, environment, scopes, requests_per_minute, token_minutes, status)
      values (gen_random_uuid(), 'Gate counter', 'Counts visitors', 'app_gate', ${idris.id}, ${company.departmentId('OPS')}, 'live', '{Department:read}', 60, 15, 'active')`.execute(
      db,
    );
    const suspended = await suspendUser(siti, idris, reason);
    expect(suspended.clients).toEqual(['Gate counter']);
    const back = await reactivateUser(siti, suspended, reviewed);
    const keeper = {
      ...siti,
      ability: abilityOf(siti.ability.permissions.filter(({ subject }) => subject !== 'AppClient')),
    };
    const again = await suspendUser(keeper, back, reason);
    expect(again.clients).toEqual([]);
    await reactivateUser(siti, again, reviewed);
  });
});

describe('what somebody has begun', () => {
  const requesterOf = async (id: string) =>
    (
      await db
        .selectFrom('purchaseRequests')
        .innerJoin('users', 'users.id', 'requesterId')
        .select('username')
        .where('purchaseRequests.id', '=', id)
        .executeTakeFirstOrThrow()
    ).username;

  test('goes to the successor of the same department who is named; what is being decided stays', async () => {
    const farid = await actorNamed('requester2');
    const [begun, deciding] = [
      await draftRequest(farid, company),
      await submitPurchaseRequest(farid, await draftRequest(farid, company)),
    ];
    expect(
      (await refusal(suspendUser(siti, await byName('requester2'), { ...reason, successorId: crypto.randomUUID() })))
        .errors,
    ).toEqual([{ path: 'successorId', code: 'not-active' }]);
    const suspended = await suspendUser(siti, await byName('requester2'), {
      ...reason,
      successorId: company.userId('head2'),
    });
    expect(suspended).toMatchObject({ reassigned: 1, openDocuments: 1 });
    expect([await requesterOf(begun.id), await requesterOf(deciding.id)]).toEqual(['head2', 'requester2']);
    expect((await activityOf(begun.id))[0]).toMatchObject({
      eventCode: 'purchase-request.reassigned',
      actorType: 'system',
      requestId: siti.requestId,
      changedFields: ['requesterId'],
    });
    await reactivateUser(siti, suspended, reviewed);
  });

  test('stays where the successor is of another department, or none is named', async () => {
    const begun = await draftRequest(await actorNamed('requester2'), company);
    const suspended = await suspendUser(siti, await byName('requester2'), {
      ...reason,
      successorId: company.userId('kitchen'),
    });
    expect(suspended).toMatchObject({ reassigned: 0, openDocuments: 2 });
    expect(await requesterOf(begun.id)).toBe('requester2');
    await reactivateUser(siti, suspended, reviewed);
    expect(await reactivatedAfter({})).toMatchObject({ reassigned: 0 });
  });

  const reactivatedAfter = async (more: object) => {
    const suspended = await suspendUser(siti, await byName('requester2'), { ...reason, ...more });
    await reactivateUser(siti, suspended, reviewed);
    return suspended;
  };
});

describe('nobody', () => {
  test('suspends himself', async () => {
    expect(await refusal(suspendUser(siti, await byName('admin'), reason))).toMatchObject({
      status: 409,
      code: 'not-yourself',
    });
    expect(await refusal(deactivateUser(siti, await byName('admin')))).toMatchObject({ code: 'not-yourself' });
  });

  test('suspends the last administrator, nor do two suspend each other', async () => {
    await sql`insert into roles (id, code, name) values (gen_random_uuid(), 'PEOPLE', 'People')`.execute(db);
    await sql`insert into role_permissions (role_id, subject, action) select id, 'User', a from roles, unnest(array['suspend', 'show', 'update']) a where code = 'PEOPLE'`.execute(
      db,
    );
    await sql`insert into user_roles (user_id, role_id) select ${company.userId('counter')}, id from roles where code = 'PEOPLE'`.execute(
      db,
    );
    const grace = await actorNamed('counter');
    expect(await refusal(suspendUser(grace, await byName('admin'), reason))).toMatchObject({
      status: 409,
      code: 'last-administrator',
    });
    await addSecondAdministrator();
    const evelyn = await actorNamed('director2');
    const each = await Promise.allSettled([
      suspendUser(evelyn, await byName('admin'), reason),
      suspendUser(siti, await byName('director2'), reason),
    ]);
    expect(each.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await sql`update users set status = 'active' where status = 'suspended'`.execute(db);
    siti = await actorNamed('admin');
    await removeSecondAdministrator();
  });

  test('suspends without a reason, without the right, or twice', async () => {
    const farid = await byName('requester2');
    for (const input of [{}, { reason: '  ' }])
      expect((await refusal(suspendUser(siti, farid, input))).errors).toMatchObject([
        { path: 'reason', code: 'required' },
      ]);
    expect(await refusal(suspendUser(hannah, farid, reason))).toMatchObject({ status: 403 });
    const suspended = await suspendUser(siti, farid, reason);
    expect(await refusal(suspendUser(siti, suspended, reason))).toMatchObject({ status: 409, code: 'state-changed' });
    expect(await refusal(suspendUser(siti, farid, reason))).toMatchObject({ status: 409, code: 'stale-version' });
  });
});

test('a person who has left is gone for good, and the name stays', async () => {
  const made = await createUser(siti, {
    username: 'leaver',
    email: 'leaver@garden.example',
    fullName: 'Lea Ver',
    language: 'en',
  });
  const left = await deactivateUser(siti, made);
  expect(left).toMatchObject({ status: 'deactivated', fullName: 'Lea Ver' });
  expect(await refusal(reactivateUser(siti, left, reviewed))).toMatchObject({ status: 409, code: 'state-changed' });
});

async function addSecondAdministrator(): Promise<void> {
  await sql`insert into user_roles (user_id, role_id) select ${company.userId('director2')}, id from roles where code = 'ADMINISTRATOR' on conflict do nothing`.execute(
    db,
  );
}

async function removeSecondAdministrator(): Promise<void> {
  await sql`delete from user_roles where user_id = ${company.userId('director2')} and role_id = (select id from roles where code = 'ADMINISTRATOR')`.execute(
    db,
  );
}

test('a person comes back only after the rights were looked at', async () => {
  const suspended = await suspendUser(siti, await byName('stores'), reason);
  for (const input of [{}, { rightsReviewed: false }, undefined])
    expect((await refusal(reactivateUser(siti, suspended, input))).errors).toHaveLength(1);
  expect(await reactivateUser(siti, suspended, { rightsReviewed: 'on' })).toMatchObject({ status: 'active' });
});

describe('the address of somebody who left', () => {
  const someone = (username: string, email: string) =>
    createUser(siti, {
      username,
      email,
      fullName: `${username} Tan`,
      mainDepartmentId: company.departmentId('OPS'),
      roleIds: [],
      departmentIds: [],
      businessEntityIds: [],
      language: 'en',
    });
  const leftDaysAgo = async (username: string, days: number) => {
    const made = await someone(username, `${username}@garden.example`);
    await deactivateUser(siti, made);
    await sql`update users set deactivated_at = now() - ${days} * interval '1 day' where id = ${made.id}`.execute(db);
    return made;
  };

  test('is taken for 90 days and free from then on; the history keeps it', async () => {
    await leftDaysAgo('early', 89);
    expect((await refusal(someone('early2', 'early@garden.example'))).errors).toEqual([
      { path: 'email', code: 'email-in-use' },
    ]);
    const left = await leftDaysAgo('late', 91);
    const anew = await someone('late2', 'LATE@garden.example');
    expect(anew.email).toBe('late@garden.example');
    expect(
      await db.selectFrom('users').select(['email', 'emailFreedAt']).where('id', '=', left.id).executeTakeFirst(),
    ).toEqual({ email: 'late@garden.example', emailFreedAt: expect.any(String) });
    expect((await refusal(someone('late', 'later@garden.example'))).errors).toEqual([
      { path: 'username', code: 'username-in-use' },
    ]);
    expect((await refusal(updateUser(siti, await byName('head'), { email: 'late@garden.example' }))).errors).toEqual([
      { path: 'email', code: 'email-in-use' },
    ]);
  });

  test('is given with an entry in the history of who had it, by a new account and by a new address alike', async () => {
    const [first, second] = [await leftDaysAgo('given', 91), await leftDaysAgo('moved', 91)];
    await someone('given2', 'given@garden.example');
    await updateUser(siti, await someone('moved2', 'moved2@garden.example'), { email: 'moved@garden.example' });
    for (const [left, to] of [
      [first, 'given2 Tan'],
      [second, 'moved2 Tan'],
    ] as const) {
      const freed = await byName(left.username);
      const [entry] = await activityOf(left.id);
      expect(entry).toMatchObject({
        eventCode: 'user.email-given',
        actorId: siti.id,
        entityNumber: left.username,
        params: { email: left.email, to },
        before: { emailFreedAt: null },
        after: { emailFreedAt: freed.emailFreedAt },
        changedFields: ['emailFreedAt'],
      });
      expect(await sentenceOf(entry!)).toBe(`reassigned the e-mail address ${left.email} to ${to}`);
    }
  });

  test('stays, and nothing is noted, where it is refused, only tried, or somebody else’s', async () => {
    const [early, refused, tried, own] = [
      await leftDaysAgo('stays', 89),
      await leftDaysAgo('refused', 91),
      await leftDaysAgo('tried', 91),
      await leftDaysAgo('own', 91),
    ];
    const entries = async () =>
      Promise.all(
        [early, refused, tried, own].map(async ({ id }) => (await activityOf(id)).map(({ eventCode }) => eventCode)),
      );
    const before = await entries();
    expect(await refusal(someone('stays2', 'stays@garden.example'))).toMatchObject({ status: 422 });
    expect(await refusal(someone('own', 'refused@garden.example'))).toMatchObject({ status: 422 });
    const trial = transaction(async (tx) => {
      await makeUser(
        siti,
        { username: 'tried2', email: 'tried@garden.example', fullName: 'Tried Tan', language: 'en' },
        { tx, trial: true },
      );
      expect(
        (await tx.selectFrom('activityLog').select('eventCode').where('entityId', '=', tried.id).execute()).map(
          ({ eventCode }) => eventCode,
        ),
      ).not.toContain('user.email-given');
      throw new Error('only a trial');
    });
    await expect(trial).rejects.toThrow('only a trial');
    await updateUser(siti, await byName('own'), { email: 'own@garden.example', jobTitle: 'Gardener, until she left' });
    expect(await entries()).toEqual([before[0], before[1], before[2], ['user.updated', ...before[3]!]]);
    for (const { username } of [early, refused, tried, own]) expect((await byName(username)).emailFreedAt).toBeNull();
  });

  test('goes to one of two who want it at once, and the history says so once', async () => {
    const left = await leftDaysAgo('wanted', 400);
    const results = await Promise.allSettled(
      ['wanted2', 'wanted3'].map((username) => someone(username, 'wanted@garden.example')),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await activityOf(left.id)).filter(({ eventCode }) => eventCode === 'user.email-given')).toHaveLength(1);
  });

  test('is free after as many days as the business says', async () => {
    await leftDaysAgo('soon', 3);
    await sql`insert into settings (name, valid_from, value) values ('directory.email-free-after-days', now(), '2')`.execute(
      db,
    );
    expect(await someone('soon2', 'soon@garden.example')).toMatchObject({ status: 'invited' });
  });
});
