import { beforeAll, describe, expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { chainOf, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { register } from '#lib/access/account/registration.server.ts';
import { expectedForUserRequest } from '#lib/directory/user-request/asked.server.ts';
import { newRequestPage, requestAboutPage, requestEditPage } from '#lib/directory/user-request/form.server.ts';
import { abilityOf } from '#lib/access/session/actor.server.ts';
import { registrationsWaiting } from '#lib/directory/registrations.server.ts';
import { getUserRequest } from '#lib/directory/user-request/user-request.server.ts';
import { userRequestRules } from '#lib/directory/user-request/form.ts';
import { submitUserRequest } from '#lib/directory/user-request/life.server.ts';
import { userRequest, type UserRequest } from '#lib/directory/user-request/user-request.ts';
import { createUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { sectionViews } from '#lib/documents/form/views.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { sendingFaults } from '#lib/documents/form/check.ts';
import type { OpenForm } from '#lib/documents/form/page.server.ts';
import { offeredChoices } from '#lib/documents/form/rules.ts';
import { db } from '#lib/process/database/database.server.ts';
import { addDays, formatDate, today } from '#lib/values/time.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { pageOf, type FakePage } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Daniel heads Operations and asks for accounts; his browser, and that of Siti, who administers, run no script.
const NEW = '/directory/users/requests/create';
let company: Company;
let siti: Actor;
let daniel: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, daniel, marie] = (await Promise.all(['admin', 'head', 'finance'].map(actorNamed))) as [Actor, Actor, Actor];
});

const roleId = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;

let count = 0;
const typed = async (more: Record<string, string> = {}): Promise<Record<string, string>> => ({
  fullName: 'Farid Rahman',
  email: `farid${++count}@garden.example`,
  contactNumber: '91234567',
  language: 'en',
  departmentId: company.departmentId('OPS'),
  roleIds: await roleId('STAFF'),
  startDate: formatDate(today()),
  reason: 'Joins the ceremonies team.',
  ...more,
});

/** The same with the other button. */
const sent = (fields: Record<string, string>) => ({
  ...fields,
  ...Object.fromEntries(new URLSearchParams('then=send')),
});

const shown = (view: { done: Response | undefined }): OpenForm => {
  expect(view.done).toBeUndefined();
  return view as OpenForm;
};

const names = ({ props }: OpenForm) => props.sections.flatMap(({ fields }) => fields.map(({ name }) => name));

async function saved(page: FakePage, view: { done: Response | undefined }) {
  expect(view.done?.status).toBe(303);
  const id = /requests\/([^/]+)\/show$/.exec(view.done!.headers.get('location')!)![1]!;
  return { ...(await getUserRequest(daniel, id)), said: page.flashes[0]?.text };
}

const made = async (fields: Record<string, string>) => {
  const page = pageOf(NEW, { actor: daniel, fields });
  return saved(page, await newRequestPage(page));
};

describe('a new account', () => {
  test('begins in the department of who asks, a week ahead, and asks nothing about kinds or items', async () => {
    const view = shown(await newRequestPage(pageOf(NEW, { actor: daniel })));
    expect(view.props).toMatchObject({ record: null, lines: null, files: null, along: { kind: 'create' } });
    expect(view.props.typed).toMatchObject({
      departmentId: company.departmentId('OPS'),
      startDate: formatDate(addDays(today(), 7)),
      language: 'en',
      roleIds: [],
    });
    expect(names(view)).toEqual(expect.arrayContaining(['fullName', 'endDate', 'roleIds', 'reason']));
    expect(names(view)).not.toContain('kind');
  });

  test('is a draft when it is saved', async () => {
    const request = await made(await typed());
    expect(request).toMatchObject({ status: 'draft', kind: 'create', fullName: 'Farid Rahman', number: null });
    expect(request.roleIds).toEqual([await roleId('STAFF')]);
    expect(request.said).toContain('Farid Rahman');
  });

  test('is saved and sent at once; without a role it is neither, and all that was typed is there again', async () => {
    expect(await made(sent(await typed()))).toMatchObject({ status: 'pending-approval', number: expect.any(String) });
    const fields = sent(await typed({ roleIds: '', fullName: 'Never Saved' }));
    const page = pageOf(NEW, { actor: daniel, fields });
    const { props } = shown(await newRequestPage(page));
    expect(page.response.status).toBe(422);
    expect(props.faults.map(({ path }) => path)).toEqual(['roleIds']);
    expect(props.typed).toMatchObject({ fullName: 'Never Saved', reason: 'Joins the ceremonies team.' });
    const { n } = await db
      .selectFrom('userRequests')
      .select(db.fn.countAll().as('n'))
      .where('fullName', '=', 'Never Saved')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(0);
  });

  test('that Siti takes up from the page for visitors begins with what was asked there, and answers it', async () => {
    const facts = { requestId: 'visitor', ip: '203.0.113.9', userAgent: null };
    const [username, email] = ['dewi', 'dewi@visitors.example'];
    await register({ fullName: 'Dewi Visitor', username, email, reason: 'I help at the ceremonies.' }, facts);
    const asked = (await registrationsWaiting(siti)).find((one) => one.email === email)!;
    const opened = shown(await newRequestPage(pageOf(`${NEW}?registration=${asked.id}`, { actor: siti })));
    expect(opened.props.typed).toMatchObject({ fullName: 'Dewi Visitor', email, reason: 'I help at the ceremonies.' });
    expect(opened.props.along).toEqual({ kind: 'create', registrationId: asked.id });
    const post = () => typed({ email, registrationId: asked.id });
    const page = pageOf(NEW, { actor: siti, fields: await post() });
    expect((await newRequestPage(page)).done?.status).toBe(303);
    expect((await registrationsWaiting(siti)).map(({ id }) => id)).not.toContain(asked.id);
    expect(await refusal(newRequestPage(pageOf(NEW, { actor: siti, fields: await post() })))).toMatchObject({
      status: 404,
    });
  });
});

describe('something about somebody who is here', () => {
  const about = (username: string, fields?: Record<string, string | string[]>, actor = daniel) => {
    const id = company.userId(username);
    return pageOf(`/directory/users/${id}/edit/request`, { actor, params: { id }, ...(fields && { fields }) });
  };

  test('begins with what the person has now, offers every kind but a new account, and has no last day', async () => {
    const view = shown(await requestAboutPage(about('duty')));
    expect(view.props.typed).toMatchObject({ fullName: 'Mohamed Idris', kind: 'change' });
    expect(names(view)).not.toContain('endDate');
    const kind = view.props.sections[0]!.fields[0]!;
    expect(
      offeredChoices(userRequestRules, kind, view.props.typed, view.props.viewer).map(({ value }) => value),
    ).toEqual(['change', 'role-change', 'suspend']);
  });

  test('proposes no department for whom none is known', async () => {
    const id = company.userId('duty');
    const { mainDepartmentId } = await db
      .selectFrom('users')
      .select('mainDepartmentId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const belongs = (to: string | null) =>
      db.updateTable('users').set({ mainDepartmentId: to }).where('id', '=', id).execute();
    await belongs(null);
    const view = shown(await requestAboutPage(about('duty', undefined, siti)));
    await belongs(mainDepartmentId);
    expect(siti.mainDepartmentId).not.toBeNull();
    expect(view.props.typed).toMatchObject({ fullName: 'Mohamed Idris', departmentId: '' });
  });

  test('is saved about that person, whoever else is named in the post', async () => {
    const { form } = shown(await requestAboutPage(about('duty')));
    const fields = {
      ...form.values,
      kind: 'suspend',
      reason: 'On leave.',
      subjectUserId: company.userId('requester'),
    };
    const page = about('duty', fields);
    expect(await saved(page, await requestAboutPage(page))).toMatchObject({
      kind: 'suspend',
      subjectUserId: company.userId('duty'),
    });
  });

  test('opens for whoever holds exactly the right to ask, about colleagues and about oneself', async () => {
    const permissions = [
      { subject: 'UserCreationRequest', action: 'request-user-creation', condition: 'none' as const },
    ];
    const exactly = (actor: Actor): Actor => ({ ...actor, ability: abilityOf(permissions) });
    const view = shown(await requestAboutPage(about('duty', undefined, exactly(daniel))));
    expect(view.props.typed).toMatchObject({ fullName: 'Mohamed Idris', kind: 'change' });
    const alone = { ...exactly(marie), departmentIds: [], departmentTreeIds: [], mainDepartmentId: null };
    expect(shown(await requestAboutPage(about('finance', undefined, alone))).props.typed).toMatchObject({
      fullName: marie.fullName,
    });
    expect(await refusal(requestAboutPage(about('duty', undefined, alone)))).toMatchObject({ status: 404 });
  });

  test('is not asked for people of other departments', async () => {
    expect(await refusal(requestAboutPage(about('finance')))).toMatchObject({ status: 404 });
  });
});

describe('a request that exists', () => {
  const edit = (id: string, actor: Actor, fields?: Record<string, string>) =>
    pageOf(`/directory/users/requests/${id}/edit`, { actor, params: { id }, ...(fields && { fields }) });

  test('is changed and sent from its form; nobody else opens that', async () => {
    const draft = await made(await typed());
    const view = shown(await requestEditPage(edit(draft.id, daniel)));
    expect(view).toMatchObject({ props: { along: {}, typed: { fullName: 'Farid Rahman' } } });
    expect(await refusal(requestEditPage(edit(draft.id, marie)))).toMatchObject({ status: 404 });
    const fields = sent(await typed({ fullName: 'Farid bin Rahman', version: String(draft.version) }));
    const page = edit(draft.id, daniel, { ...fields, email: draft.email });
    expect(await saved(page, await requestEditPage(page))).toMatchObject({
      status: 'pending-approval',
      fullName: 'Farid bin Rahman',
    });
    const late = edit(draft.id, daniel);
    const { done } = await requestEditPage(late);
    expect(done!.headers.get('location')).toBe(`/directory/users/requests/${draft.id}/show`);
    expect(late.flashes[0]!.text).toMatch(/^It cannot be changed while it is waiting for a decision/);
  });
});

describe('before it is sent', () => {
  const form = {
    sections: sectionViews(userRequest, userRequest.form, userRequestRules, {}, translatorFor('en')),
    lines: null,
    language: 'en',
    today: '2026-11-22',
    gstMethod: 'on-total',
    limits: {},
  } as const;
  const faults = (more: object) =>
    sendingFaults({ roleIds: [], lines: [], ...more }, userRequestRules, form, []).map(({ path, code }) => [
      path,
      code,
    ]);

  test('a new account and a change of roles need a role or a person whose rights are copied; other kinds do not', () => {
    expect(faults({})).toEqual([['roleIds', 'required']]);
    expect(faults({ kind: 'role-change' })).toEqual([['roleIds', 'required']]);
    expect(faults({ kind: 'suspend' })).toEqual([]);
    expect(faults({ copyRightsFromId: company.userId('duty') })).toEqual([]);
    expect(faults({ roleIds: ['a'], startDate: '21/11/2026' })).toEqual([['startDate', 'in-the-past']]);
  });
});

describe('who will be asked', () => {
  const people = ({ steps }: Chain) =>
    steps.map((step) => step.people.map(({ fullName }) => fullName).join(' or ') || 'nobody');
  const ask = async (question: Record<string, unknown>, by = daniel) =>
    people(await expectedForUserRequest.ask(by, { departmentId: company.departmentId('OPS'), ...question }));
  /** Whom sending the draft asks. */
  const sentTo = async (by: Actor, draft: UserRequest) =>
    people((await chainOf('UR', (await submitUserRequest(by, draft)).id))!);
  const draft = async (more: Record<string, unknown>) =>
    createUserRequest(daniel, {
      kind: 'create',
      ...(await typed()),
      startDate: today(),
      roleIds: [],
      businessEntityIds: [],
      ...more,
    });

  test('stands beside the form of a new account, follows its roles, and is whom sending asks', async () => {
    const { expected, asks } = shown(await newRequestPage(pageOf(NEW, { actor: daniel }))).props;
    expect(people(expected as Chain)).toEqual(['Lim Kai Wen 林凯文', 'Siti Aminah']);
    expect(asks).toBe('/directory/users/requests/expected');
    const roleIds = [await roleId('STAFF'), await roleId('FINANCE-MANAGER')];
    const foretold = await ask({ roleIds });
    expect(foretold).toEqual(['Lim Kai Wen 林凯文', 'Marie Lau', 'Siti Aminah']);
    const request = await draft({ roleIds });
    expect(await ask({ id: request.id, roleIds: [] })).toEqual(['Lim Kai Wen 林凯文', 'Siti Aminah']);
    expect(await sentTo(daniel, request)).toEqual(foretold);
  });

  test('leaves out whom the request is about', async () => {
    const asker: Actor = {
      ...daniel,
      ability: new Ability([...daniel.ability.permissions, { subject: 'User', action: 'show', condition: 'none' }]),
    };
    const kaiWen = company.userId('manager');
    const about = { kind: 'role-change', subjectUserId: kaiWen, roleIds: [await roleId('STAFF')] };
    const here = { departmentId: company.departmentId('MGT') };
    const foretold = await ask({ ...about, ...here }, asker);
    expect(foretold).not.toContain('Lim Kai Wen 林凯文');
    const request = await createUserRequest(asker, {
      ...about,
      startDate: today(),
      reason: 'Fewer rights.',
    });
    // Of one that exists it is read whom it is about.
    expect(await ask({ ...about, ...here, subjectUserId: null, id: request.id }, asker)).toEqual(foretold);
    expect(await sentTo(asker, request)).toEqual(foretold);
  });

  test('is said neither to those who may not ask, nor about people and requests that are not theirs to see', async () => {
    expect(await refusal(ask({}, await actorNamed('requester')))).toMatchObject({ status: 403 });
    expect(await refusal(ask({ copyRightsFromId: marie.id }))).toMatchObject({ status: 404 });
    expect(await refusal(ask({ subjectUserId: marie.id, kind: 'suspend' }))).toMatchObject({ status: 404 });
    const request = await draft({});
    const bala = await actorNamed('head2');
    expect(await refusal(ask({ id: request.id }, bala))).toMatchObject({ status: 404 });
    expect((await refusal(expectedForUserRequest.ask(daniel, {}))).errors).toMatchObject([{ path: 'departmentId' }]);
  });
});
