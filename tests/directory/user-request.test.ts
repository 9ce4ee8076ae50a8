import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import '#lib/modules.server.ts';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { register } from '#lib/access/account/registration.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { declineRegistration, registrationsWaiting } from '#lib/directory/registrations.server.ts';
import {
  approveUserRequest,
  holdUserRequest,
  rejectUserRequest,
  releaseUserRequest,
  returnUserRequest,
  submitUserRequest,
} from '#lib/directory/user-request/life.server.ts';
import { mayAttachTo, mayDetachFrom } from '#lib/documents/document-files.server.ts';
import { showPage } from '#lib/documents/show-page.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { cancelUserRequest, userRequestLife, withdrawUserRequest } from '#lib/directory/user-request/life.server.ts';
import { belongings } from '#lib/directory/user/belongings.server.ts';
import { fulfilDueRequests } from '#lib/directory/user-request/fulfilment.server.ts';
import { gainsOf } from '#lib/directory/user-request/snapshot.server.ts';
import { createUserRequest, updateUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { getUserRequest, ownUserRequest, userRequests } from '#lib/directory/user-request/user-request.server.ts';
import type { UserRequest } from '#lib/directory/user-request/user-request.ts';
import { deactivateUser, suspendUser } from '#lib/directory/user/suspension.server.ts';
import { createUser, getUser, updateUser } from '#lib/directory/user/user.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { addDays, today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { userRequest } from '#lib/directory/user-request/user-request.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Daniel heads Operations and asks for accounts. Kai Wen heads Management above it. Siti administers. Marie answers for
// the role of finance managers, in another department. Hannah raises purchase requests only. Bala heads Grounds.
let company: Company;
let siti: Actor;
let daniel: Actor;
let kaiWen: Actor;
let marie: Actor;
let hannah: Actor;
let bala: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, daniel, kaiWen, marie, hannah, bala] = (await Promise.all(
    ['admin', 'head', 'manager', 'finance', 'requester', 'head2'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor, Actor];
});

const roleId = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const byEmail = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const personNamed = (username: string) =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const now = async ({ id }: { id: string }) =>
  db.selectFrom('userRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const routeOf = async (id: string) =>
  (await chainOf('UR', id))!.steps.map(({ people }) => people.map(({ fullName }) => fullName).join('+'));

let count = 0;
async function draft(more: Record<string, unknown> = {}, by = daniel): Promise<UserRequest> {
  count += 1;
  return createUserRequest(by, {
    kind: 'create',
    fullName: `Lee Hui Min ${count}`,
    email: `Hui.Min${count}@Garden.example`,
    language: 'en',
    departmentId: company.departmentId('OPS'),
    jobTitle: 'Ceremony assistant',
    roleIds: [await roleId('STAFF')],
    businessEntityIds: [],
    startDate: today(),
    reason: 'Joins the ceremonies team.',
    ...more,
  });
}
const sent = async (more: Record<string, unknown> = {}, by = daniel) => submitUserRequest(by, await draft(more, by));
/** Everybody who is asked says yes, one after the other. */
async function approvedByAll(request: UserRequest, ...people: Actor[]): Promise<UserRequest> {
  let row = request;
  for (const person of people) row = await approveUserRequest(person, row, {});
  return row;
}

describe('a new account', () => {
  test('is asked for by Daniel, goes upward since he is the head, and is made with the last yes', async () => {
    const request = await sent();
    expect(request).toMatchObject({
      status: 'pending-approval',
      email: `hui.min${count}@garden.example`,
      revision: 1,
      requesterId: daniel.id,
    });
    expect(request.number).toMatch(/^UR-SWG-\d{4}-00001$/);
    expect(await routeOf(request.id)).toEqual(['Lim Kai Wen 林凯文', 'Siti Aminah']);
    const half = await approveUserRequest(kaiWen, request, {});
    expect(half.status).toBe('pending-approval');
    expect(await byEmail(request.email)).toBeUndefined();
    const done = await approveUserRequest(siti, half, { comment: 'Welcome.' });
    const person = await byEmail(request.email);
    expect(done).toMatchObject({ status: 'fulfilled', subjectUserId: person!.id, problem: null });
    expect(person).toMatchObject({
      status: 'invited',
      fullName: request.fullName,
      username: `hui.min${count}`,
      jobTitle: 'Ceremony assistant',
    });
    const made = await getUser(siti, person!.id);
    expect(made).toMatchObject({
      roleIds: [await roleId('STAFF')],
      departmentIds: [company.departmentId('OPS')],
      businessEntityIds: [company.entityId],
    });
    expect((await mailsTo(request.email)).map(({ kind }) => kind)).toEqual(['welcome']);
    const told = await db
      .selectFrom('notifications')
      .select('event')
      .where('userId', '=', daniel.id)
      .where('entityId', '=', request.id)
      .execute();
    expect(told.map(({ event }) => event)).toEqual(['user-request.fulfilled']);
    expect((await activityOf(request.id)).map(({ eventCode }) => eventCode).toSorted()).toEqual(
      [
        'user-request.approve',
        'user-request.approve-step',
        'user-request.approve-step',
        'user-request.created',
        'user-request.fulfil',
        'user-request.submit',
      ].toSorted(),
    );
  });

  test('stands on the page of the person with the request that asked for it', async () => {
    const request = await approvedByAll(await sent(), kaiWen, siti);
    const made = (await byEmail(request.email))!;
    expect((await belongings(made.id)).madeBy).toEqual({ id: request.id, number: request.number });
    expect((await belongings(daniel.id)).madeBy).toBeNull();
  });

  test('of a role that another department answers for is put to its owner too, before the administrator', async () => {
    const request = await sent({
      roleIds: [await roleId('STAFF'), await roleId('FINANCE-MANAGER'), await roleId('STORE-KEEPER')],
    });
    expect(await routeOf(request.id)).toEqual(['Lim Kai Wen 林凯文', 'Marie Lau', 'Siti Aminah']);
    expect((await chainOf('UR', request.id))!.reasons).toEqual([
      { code: 'role-owner', params: { policy: 'Finance manager' } },
    ]);
    const asked = await approveUserRequest(kaiWen, request, {});
    expect(
      (await readInbox(marie, readInboxQuery(new URLSearchParams()))).items.some(({ docId }) => docId === request.id),
    ).toBe(true);
    expect(await refusal(approveUserRequest(siti, asked, {}))).toMatchObject({ code: 'not-waiting-for-you' });
    expect(await rejectUserRequest(marie, asked, { comment: 'Finance has enough managers.' })).toMatchObject({
      status: 'rejected',
    });
    expect(await byEmail(request.email)).toBeUndefined();
  });

  test('takes over the roles of somebody whose rights are copied, as they are when it is sent', async () => {
    const request = await draft({ roleIds: [], copyRightsFromId: company.userId('stores') });
    const asked = await submitUserRequest(daniel, request);
    expect((await getUserRequest(daniel, asked.id)).roleIds).toEqual(
      [await roleId('STAFF'), await roleId('STORE-KEEPER')].toSorted(),
    );
    expect((await refusal(draft({ copyRightsFromId: company.userId('finance') }))).status).toBe(404);
  });

  test('shows whoever approves what the requester does not have himself', async () => {
    const request = await getUserRequest(
      daniel,
      (await draft({ roleIds: [await roleId('STAFF'), await roleId('KITCHEN')] })).id,
    );
    const { gained, lost, beyond, roles } = await gainsOf(request, request);
    expect(lost).toEqual([]);
    expect(roles.gained.toSorted()).toEqual(['Kitchen', 'Staff']);
    expect(beyond.map(({ subject, action }) => `${subject}:${action}`)).toEqual(['ServiceRequest:kitchen-view']);
    expect(gained.length).toBeGreaterThan(beyond.length);
  });

  test('needs at least one role, a day that has not passed and a department in use when it is sent', async () => {
    const request = await draft({ roleIds: [], startDate: addDays(today(), -1) });
    expect(
      (await refusal(submitUserRequest(daniel, request))).errors.map(({ path, code }) => `${path} ${code}`),
    ).toEqual(['roleIds required', 'startDate in-the-past']);
    expect((await refusal(draft({ endDate: addDays(today(), -1) }))).errors).toEqual([
      { path: 'endDate', code: 'before-start' },
    ]);
    expect((await refusal(draft({ departmentId: hannah.id }))).errors.map(({ path }) => path)).toContain(
      'departmentId',
    );
  });

  test('that begins later is made on its day, once, whoever runs the job', async () => {
    const request = await approvedByAll(await sent({ startDate: addDays(today(), 3) }), kaiWen, siti);
    expect(request.status).toBe('approved');
    const early = await fulfilDueRequests('run-1');
    expect(early.fulfilled).toBe(0);
    await sql`update user_requests set start_date = ${today()} where id = ${request.id}`.execute(db);
    const runs = await Promise.all([fulfilDueRequests('run-2'), fulfilDueRequests('run-3')]);
    expect((await now(request)).status).toBe('fulfilled');
    expect(runs.map(({ stuck }) => stuck)).toEqual([0, 0]);
    const { rows } = await sql`select 1 from users where email = ${request.email}`.execute(db);
    expect(rows).toHaveLength(1);
    expect((await activityOf(request.id)).filter(({ eventCode }) => eventCode === 'user-request.fulfil')).toHaveLength(
      1,
    );
  });

  test('for a time is suspended by itself after its last day, once', async () => {
    const request = await approvedByAll(await sent({ endDate: addDays(today(), 30) }), kaiWen, siti);
    const person = (await byEmail(request.email))!;
    await sql`update users set status = 'active' where id = ${person.id}`.execute(db);
    expect((await fulfilDueRequests('run-4')).expired).toBe(0);
    await sql`update user_requests set start_date = ${addDays(today(), -9)}, end_date = ${addDays(today(), -1)} where id = ${request.id}`.execute(
      db,
    );
    expect((await fulfilDueRequests('run-5')).expired).toBe(1);
    expect((await byEmail(request.email))!.status).toBe('suspended');
    expect((await fulfilDueRequests('run-6')).expired).toBe(0);
    expect((await now(request)).expiredAt).not.toBeNull();
  });

  test('gets a user name of its own when somebody has that of the address', async () => {
    const person = await approvedByAll(await sent({ email: 'requester@elsewhere.example' }), kaiWen, siti);
    expect((await byEmail(person.email))!.username).toBe('requester3');
  });
});

describe('the address', () => {
  test('is refused at once when somebody has it, had it lately, or is to have it', async () => {
    expect((await refusal(draft({ email: 'requester@garden.example' }))).errors).toEqual([
      { path: 'email', code: 'email-of-an-account' },
    ]);
    const leaver = await createUser(siti, {
      username: 'leaver',
      email: 'leaver@garden.example',
      fullName: 'Somebody who left',
      language: 'en',
    });
    await deactivateUser(siti, leaver);
    expect((await refusal(draft({ email: 'leaver@garden.example' }))).errors).toEqual([
      { path: 'email', code: 'email-of-a-leaver' },
    ]);
    await sql`update users set deactivated_at = now() - interval '91 days' where id = ${leaver.id}`.execute(db);
    const request = await sent({ email: 'leaver@garden.example' });
    expect((await refusal(draft({ email: 'leaver@garden.example' }))).errors).toEqual([
      { path: 'email', code: 'email-in-a-request', params: { number: request.number } },
    ]);
  });

  test('is asked for by one of two requests that are sent at the same time', async () => {
    const [one, other] = [
      await draft({ email: 'twice@garden.example' }),
      await draft({ email: 'twice@garden.example' }),
    ];
    const results = await Promise.allSettled([submitUserRequest(daniel, one), submitUserRequest(daniel, other)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = [one, other].find(({ id }) => (results[0]!.status === 'fulfilled' ? other.id : one.id) === id)!;
    expect(await now(lost)).toMatchObject({ status: 'draft', number: null, reason: 'Joins the ceremonies team.' });
  });

  test('is taken between sending and the last yes: nothing is made, nothing is lost, and another address goes through', async () => {
    const request = await approveUserRequest(kaiWen, await sent(), {});
    await createUser(siti, {
      username: `quick${count}`,
      email: request.email,
      fullName: 'Somebody quicker',
      language: 'en',
    });
    expect(await refusal(approveUserRequest(siti, request, {}))).toMatchObject({
      code: 'email-taken-meanwhile',
      status: 409,
    });
    expect(await now(request)).toMatchObject({ status: 'pending-approval', version: request.version });
    const back = await returnUserRequest(siti, request, { comment: 'The address is taken by now.' });
    const changed = await updateUserRequest(daniel, back, { email: `another${count}@garden.example` });
    const again = await submitUserRequest(daniel, changed);
    expect(again).toMatchObject({ number: request.number, revision: 2, fullName: request.fullName });
    expect((await approvedByAll(again, kaiWen, siti)).status).toBe('fulfilled');
  });

  test('taken before the day leaves an approved request as it is, says so once, and it can be taken back', async () => {
    const request = await approvedByAll(await sent({ startDate: addDays(today(), 2) }), kaiWen, siti);
    await createUser(siti, {
      username: `early${count}`,
      email: request.email,
      fullName: 'Somebody earlier',
      language: 'en',
    });
    await sql`update user_requests set start_date = ${today()} where id = ${request.id}`.execute(db);
    expect((await fulfilDueRequests('run-7')).stuck).toBe(1);
    expect((await fulfilDueRequests('run-8')).stuck).toBe(1);
    expect(await now(request)).toMatchObject({ status: 'approved', problem: 'email-in-use' });
    const told = await db
      .selectFrom('notifications')
      .select('userId')
      .where('event', '=', 'user-request.stuck')
      .where('entityId', '=', request.id)
      .execute();
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([daniel.id, siti.id].toSorted());
    expect(await withdrawUserRequest(daniel, await now(request))).toMatchObject({ status: 'returned' });
  });
});

describe('something about somebody', () => {
  const about = (username: string, more: Record<string, unknown>, by = daniel) =>
    createUserRequest(by, {
      subjectUserId: company.userId(username),
      startDate: today(),
      reason: 'As agreed.',
      ...more,
    });

  test('begins with the present values and changes only what it says, whatever else changed meanwhile', async () => {
    const request = await about('duty', { kind: 'change', jobTitle: 'Senior duty officer' });
    expect(request).toMatchObject({ fullName: 'Mohamed Idris', email: 'duty@garden.example' });
    const asked = await submitUserRequest(daniel, request);
    const { figures } = await approvalKind('UR').preview(kaiWen, asked.id, { t: translatorFor('en'), language: 'en' });
    expect(figures.slice(1)).toEqual([{ label: 'Job title', value: 'Senior duty officer', note: 'was Duty officer' }]);
    await updateUser(siti, await personNamed('duty'), { contactNumber: '91234567' });
    expect((await approvedByAll(asked, kaiWen, siti)).status).toBe('fulfilled');
    expect(await personNamed('duty')).toMatchObject({ jobTitle: 'Senior duty officer', contactNumber: '+65 91234567' });
  });

  test('gives and takes roles without touching others that came meanwhile', async () => {
    const [staff, duty, kitchen, counter] = (await Promise.all(
      ['STAFF', 'DUTY-OFFICER', 'KITCHEN', 'COUNTER'].map(roleId),
    )) as [string, string, string, string];
    const asked = await submitUserRequest(
      daniel,
      await about('duty', { kind: 'role-change', roleIds: [staff, kitchen] }),
    );
    expect(await routeOf(asked.id)).toEqual(['Lim Kai Wen 林凯文', 'Cecilia Wong 黄思雅', 'Siti Aminah']);
    await updateUser(siti, await personNamed('duty'), { roleIds: [staff, duty, counter] });
    const cecilia = await actorNamed('kitchen');
    await approvedByAll(asked, kaiWen, cecilia, siti);
    expect((await getUser(siti, company.userId('duty'))).roleIds).toEqual([staff, kitchen, counter].toSorted());
  });

  test('suspends with everything that a suspension does', async () => {
    const asked = await submitUserRequest(
      daniel,
      await about('operations', { kind: 'suspend', reason: 'On leave for a year.' }),
    );
    expect((await approvedByAll(asked, kaiWen, siti)).status).toBe('fulfilled');
    expect((await personNamed('operations')).status).toBe('suspended');
    const [entry] = (await activityOf(company.userId('operations'))).filter(
      ({ eventCode }) => eventCode === 'user.suspend',
    );
    expect(entry).toMatchObject({ actorType: 'system', params: { reason: 'On leave for a year.' } });
  });

  test('says at once what a kind does not change, so that it is not lost', async () => {
    const faults = (await refusal(about('stores', { kind: 'suspend', jobTitle: 'Nothing', roleIds: [] }))).errors;
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'jobTitle not-part-of-kind',
      'roleIds not-part-of-kind',
    ]);
    expect(await refusal(submitUserRequest(daniel, await about('stores', { kind: 'change' })))).toMatchObject({
      code: 'nothing-changed',
    });
  });

  test('is not theirs to decide, whatever they head, nor is what was said of it theirs to hear', async () => {
    const asker: Actor = {
      ...daniel,
      ability: new Ability([...daniel.ability.permissions, { subject: 'User', action: 'show', condition: 'none' }]),
    };
    const { roleIds } = await getUser(siti, bala.id);
    const request = await submitUserRequest(
      asker,
      await createUserRequest(asker, {
        kind: 'role-change',
        subjectUserId: bala.id,
        roleIds: [...roleIds, await roleId('FINANCE-MANAGER')],
        startDate: today(),
        reason: 'Bala would like it.',
      }),
    );
    expect(await routeOf(request.id)).toEqual(['Lim Kai Wen 林凯文', 'Marie Lau', 'Siti Aminah']);
    expect((await refusal(approveUserRequest(bala, request, {}))).code).toMatch(/^not-(found|waiting-for-you)$/);
    await rejectUserRequest(kaiWen, request, { comment: 'Not for Bala.' });
    const told = await db
      .selectFrom('notifications')
      .select(['event', 'userId'])
      .where('entityId', '=', request.id)
      .where('event', '=', 'approval.rejected')
      .execute();
    expect(told).toEqual([{ event: 'approval.rejected', userId: daniel.id }]);
  });

  test('never takes the last administrator away', async () => {
    const asked = await submitUserRequest(kaiWen, await about('admin', { kind: 'suspend' }, kaiWen));
    // Above Kai Wen is nobody: Siti is asked in place of a head, and what she has approved she is not asked twice.
    expect(await refusal(approveUserRequest(siti, asked, {}))).toMatchObject({
      status: 409,
      code: 'last-administrator',
    });
    expect((await personNamed('admin')).status).toBe('active');
    expect((await now(asked)).status).toBe('pending-approval');
  });

  test('makes another administrator only by the proof of one', async () => {
    const asked = await submitUserRequest(
      daniel,
      await about('stores', { kind: 'role-change', roleIds: [await roleId('ADMINISTRATOR')] }),
    );
    const half = await approveUserRequest(kaiWen, asked, {});
    expect(await refusal(approveUserRequest({ ...siti, hasProvedIdentity: false }, half, {}))).toMatchObject({
      code: 'step-up-needed',
    });
    expect((await getUser(siti, company.userId('stores'))).roleIds).not.toContain(await roleId('ADMINISTRATOR'));
    expect((await approveUserRequest({ ...siti, hasProvedIdentity: true }, half, {})).status).toBe('fulfilled');
    expect((await getUser(siti, company.userId('stores'))).roleIds).toEqual([await roleId('ADMINISTRATOR')]);
    await updateUser(siti, await personNamed('stores'), {
      roleIds: [await roleId('STAFF'), await roleId('STORE-KEEPER')],
    });
  });
});

describe('at the same time', () => {
  test('Siti says yes twice, and one account is made', async () => {
    const request = await approveUserRequest(kaiWen, await sent(), {});
    const results = await Promise.allSettled([
      approveUserRequest(siti, request, {}),
      approveUserRequest(siti, request, {}),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'decided-meanwhile' });
    const { rows } = await sql`select 1 from users where email = ${request.email}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('a role is retired while the form is open: it is said when the request is sent, and the draft stays', async () => {
    const { rows } = await sql<{
      id: string;
    }>`insert into roles (id, code, name, status) values (gen_random_uuid(), 'SEASONAL', 'Seasonal helper', 'active') returning id`.execute(
      db,
    );
    const request = await draft({ roleIds: [rows[0]!.id] });
    await sql`update roles set status = 'retired' where id = ${rows[0]!.id}`.execute(db);
    expect((await refusal(submitUserRequest(daniel, request))).errors).toEqual([
      { path: 'roleIds', code: 'out-of-use' },
    ]);
    expect(await now(request)).toMatchObject({ status: 'draft', version: request.version });
  });

  test('an older version of a draft is not written over', async () => {
    const request = await draft();
    await updateUserRequest(daniel, request, { jobTitle: 'Assistant' });
    expect(await refusal(updateUserRequest(daniel, request, { jobTitle: 'Helper' }))).toMatchObject({
      code: 'stale-version',
    });
  });

  test('who is asked is suspended, and somebody else is asked in the same step', async () => {
    const request = await sent({ departmentId: company.departmentId('GRD') }, kaiWen);
    expect((await routeOf(request.id))[0]).toBe('Bala Krishnan');
    await suspendUser(siti, await personNamed('head2'), { reason: 'Ill.' });
    expect((await routeOf(request.id))[0]).not.toBe('Bala Krishnan');
    await sql`update users set status = 'active' where username = 'head2'`.execute(db);
  });
});

describe('who may', () => {
  test('not ask: Hannah; nor about people of other departments: Bala', async () => {
    expect(await refusal(draft({}, hannah))).toMatchObject({ status: 403 });
    expect(
      await refusal(
        createUserRequest(bala, { kind: 'suspend', subjectUserId: hannah.id, startDate: today(), reason: 'No.' }),
      ),
    ).toMatchObject({ status: 404 });
  });

  const addsNothing = (shown: { mayAttach?: boolean; status?: number }) =>
    shown.mayAttach === false || shown.status === 404;

  test('add files: whose it is and who is asked now, by the page as by the address; once sent, none is taken away', async () => {
    const request = await draft();
    const files = async () => {
      const may = await Promise.all([daniel, kaiWen, siti].map((actor) => mayAttachTo(userRequest, actor, request.id)));
      for (const [index, actor] of [daniel, kaiWen, siti].entries()) {
        const page = pageOf(`/directory/users/requests/${request.id}/show`, { actor }) as never;
        const shown = await showPage(page, userRequestLife, request.id).catch((error: unknown) => error);
        // Whoever cannot open it adds nothing either.
        expect(shown).toMatchObject(may[index] ? { mayAttach: true } : expect.toSatisfy(addsNothing));
      }
      return may;
    };
    expect(await files()).toEqual([true, false, false]);
    expect(await mayDetachFrom(userRequest, request.id)).toBe(true);
    const waiting = await submitUserRequest(daniel, request);
    expect(await files()).toEqual([true, true, false]);
    expect(await mayDetachFrom(userRequest, request.id)).toBe(false);
    const held = await holdUserRequest(siti, waiting, { reason: 'Until the budget is known.' });
    expect(await files()).toEqual([true, true, false]);
    await rejectUserRequest(kaiWen, await releaseUserRequest(siti, held, {}), { comment: 'Not this year.' });
    expect(await files()).toEqual([false, false, false]);
  });

  test('open: whose it is, whose department it is, and who is asked; nobody else', async () => {
    const request = await sent();
    for (const actor of [daniel, kaiWen, siti])
      expect((await readDocument(actor, userRequestLife, request.id)).number).toBe(request.number);
    expect(await refusal(getUserRequest(bala, request.id))).toMatchObject({ status: 404 });
    expect(await refusal(getUserRequest(hannah, request.id))).toMatchObject({ status: 403 });
    expect(await refusal(ownUserRequest(bala, request.id))).toMatchObject({ status: 404 });
    const query = readListQuery(userRequest, new URLSearchParams('perPage=100'), null);
    const [his, balas] = [await userRequests.list(daniel, query), await userRequests.list(bala, query)];
    expect(his.items.map(({ id }) => id)).toContain(request.id);
    expect(balas.items.map(({ id }) => id)).not.toContain(request.id);
  });

  test('do what now: the acts are those that the operations allow', async () => {
    const request = await sent();
    expect(
      (await readDocument(daniel, userRequestLife, request.id)).allowedActions
        .filter(({ allowed }) => allowed)
        .map(({ act }) => act),
    ).toEqual(['withdraw', 'hold', 'cancel']);
    expect(
      (await readDocument(kaiWen, userRequestLife, request.id)).allowedActions
        .filter(({ allowed }) => allowed)
        .map(({ act }) => act),
    ).toEqual(['approve', 'return', 'reject', 'hold']);
    expect((await readDocument(siti, userRequestLife, request.id)).allowedActions).toEqual([
      { act: 'hold', allowed: true, reason: null },
    ]);
    expect(await refusal(updateUserRequest(daniel, request, { jobTitle: 'X' }))).toMatchObject({
      code: 'locked-while-deciding',
    });
    expect(await refusal(cancelUserRequest(kaiWen, request, { reason: 'No.' }))).toMatchObject({
      code: 'not-your-request',
    });
    expect((await refusal(cancelUserRequest(daniel, request, {}))).errors).toEqual([
      { path: 'reason', code: 'reason-needed' },
    ]);
    const back = await withdrawUserRequest(daniel, request);
    expect(back.status).toBe('draft');
    expect(await cancelUserRequest(daniel, back, {})).toMatchObject({ status: 'cancelled' });
  });
});

describe('whoever asks on the page for visitors', () => {
  const facts = { requestId: 'visitor', ip: '203.0.113.9', userAgent: null };
  const ask = async (name: string) => {
    const email = `${name}@visitors.example`;
    await register({ fullName: `${name} Visitor`, username: name, email, reason: 'I help at the ceremonies.' }, facts);
    return (await registrationsWaiting(siti)).find((one) => one.email === email)!;
  };

  test('is taken up by Siti as a request of hers, once', async () => {
    const asked = await ask('amira');
    expect(asked).toMatchObject({ fullName: 'amira Visitor', reason: 'I help at the ceremonies.' });
    const input = {
      registrationId: asked.id,
      fullName: asked.fullName,
      email: asked.email,
      language: 'en',
      departmentId: company.departmentId('OPS'),
      roleIds: [await roleId('STAFF')],
      startDate: today(),
      reason: asked.reason,
    };
    const results = await Promise.allSettled([createUserRequest(siti, input), createUserRequest(siti, input)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db.selectFrom('userRequests').select('id').where('email', '=', asked.email).execute()).toHaveLength(1);
    expect((await registrationsWaiting(siti)).map(({ id }) => id)).not.toContain(asked.id);
  });

  test('stays waiting when the request that would take it up is refused', async () => {
    const asked = await ask('bashir');
    expect(
      (
        await refusal(
          createUserRequest(siti, { kind: 'create', registrationId: asked.id, fullName: '', email: asked.email }),
        )
      ).status,
    ).toBe(422);
    expect((await registrationsWaiting(siti)).map(({ id }) => id)).toContain(asked.id);
  });

  test('is declined by Siti, and neither seen nor answered by Daniel, who asks for his department only', async () => {
    const asked = await ask('celine');
    expect(await registrationsWaiting(daniel)).toEqual([]);
    expect(await refusal(declineRegistration(daniel, asked.id))).toMatchObject({ status: 404 });
    await declineRegistration(siti, asked.id);
    expect(await refusal(declineRegistration(siti, asked.id))).toMatchObject({ status: 404 });
    const [entry] = await activityOf(asked.id);
    expect(entry).toMatchObject({ eventCode: 'user-creation-request.declined' });
  });
});
