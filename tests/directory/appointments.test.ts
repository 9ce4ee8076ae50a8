import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { createDepartment, getDepartment, updateDepartment } from '#lib/directory/department.server.ts';
import { createTeam, getTeam, updateTeam } from '#lib/directory/team.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { createUser, getUser, updateUser } from '#lib/directory/user/user.server.ts';
import '#lib/modules.server.ts';
import { Ability } from '#lib/values/ability.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { refusal } from '#tests/support/refusal.ts';
import { mailsTo } from '#tests/support/mails.ts';

// Siti administers everything. Farid keeps the directory: departments, teams and people, but no approval policies.
let company: Company;
let siti: Actor;
let farid: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  siti = await actorNamed('admin');
  farid = withRights(await actorNamed('requester2'), false);
});

const withRights = (actor: Actor, decidesWhoApproves: boolean): Actor => ({
  ...actor,
  ability: new Ability(
    siti.ability.permissions.filter(
      ({ subject }) =>
        ['Department', 'Team', 'User', 'Auth'].includes(subject) ||
        (decidesWhoApproves && subject === 'ApprovalPolicy'),
    ),
  ),
});
const errorsOf = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);
const OWN = 'own-appointment';
const me = () => farid.id;
const headed = () => company.userId('head');

let count = 0;
const archive = (actor: Actor, more: object = {}) =>
  createDepartment(actor, {
    code: `APP${(count += 1)}`,
    name: `Archive ${count}`,
    businessEntityId: company.entityId,
    headUserId: headed(),
    ...more,
  });

describe('a department', () => {
  test('is not led or decided for by whoever writes themselves in', async () => {
    const made = await archive(siti, { approvers: [{ userId: me(), limitCents: 50_000 }] });
    const changed = (values: object) => errorsOf(updateDepartment(farid, made, values));
    expect(await changed({ headUserId: me() })).toEqual([['headUserId', OWN]]);
    expect(await changed({ deputyHeadId: me() })).toEqual([['deputyHeadId', OWN]]);
    expect(await changed({ approvers: [{ userId: me(), limitCents: 99_999_999 }] })).toEqual([
      ['approvers.0.limitCents', OWN],
    ]);
    const other = await archive(siti);
    const approvers = [
      { userId: headed(), limitCents: 100 },
      { userId: me(), limitCents: 100 },
    ];
    expect(await errorsOf(updateDepartment(farid, other, { approvers }))).toEqual([['approvers.1.userId', OWN]]);
    expect(await errorsOf(archive(farid, { headUserId: me() }))).toEqual([['headUserId', OWN]]);
    expect(await getDepartment(siti, made.id)).toMatchObject({ headUserId: headed(), deputyHeadId: null });
  });

  test('is changed for others by the same person, who also lowers their own limit and takes themselves out', async () => {
    const made = await archive(siti, { deputyHeadId: me(), approvers: [{ userId: me(), limitCents: 50_000 }] });
    const approvers = (limitCents: number) => [
      { userId: company.userId('finance'), limitCents: 900_000 },
      { userId: me(), limitCents },
    ];
    const lower = await updateDepartment(farid, made, { name: `${made.name}, old`, approvers: approvers(10_000) });
    const out = await updateDepartment(farid, lower, { deputyHeadId: null, approvers: approvers(1).slice(0, 1) });
    const renamed = await updateDepartment(farid, out, { headUserId: company.userId('finance') });
    expect(await getDepartment(siti, made.id)).toMatchObject({
      version: renamed.version,
      headUserId: company.userId('finance'),
      deputyHeadId: null,
      approvers: approvers(1).slice(0, 1),
    });
    expect(await errorsOf(updateDepartment(farid, renamed, { approvers: approvers(10_000) }))).toHaveLength(1);
  });

  test('does not come below the department that one leads by one’s own hand', async () => {
    const led = await archive(siti, { headUserId: me() });
    const below = await archive(siti);
    expect(await errorsOf(updateDepartment(farid, below, { parentId: led.id }))).toEqual([['parentId', OWN]]);
    const another = await archive(siti);
    expect(await updateDepartment(farid, below, { parentId: another.id })).toMatchObject({ parentId: another.id });
    expect(await updateDepartment(siti, another, { parentId: led.id })).toMatchObject({ parentId: led.id });
  });

  test('is taken on by whoever decides who approves', async () => {
    const ruler = withRights(farid, true);
    const made = await archive(ruler, { headUserId: me() });
    expect(await updateDepartment(ruler, made, { approvers: [{ userId: me(), limitCents: 1_000_000 }] })).toMatchObject(
      { headUserId: me() },
    );
  });

  test('gets who decides from people who have proved their identity, and from no program', async () => {
    const made = await archive(siti, { approvers: [{ userId: headed(), limitCents: 50_000 }] });
    const changes: [string, object][] = [
      ['head', { headUserId: company.userId('finance') }],
      ['deputy', { deputyHeadId: company.userId('finance') }],
      ['limit', { approvers: [{ userId: headed(), limitCents: 99_999_999 }] }],
      ['approvers', { approvers: [] }],
      ['department above', { parentId: (await archive(siti)).id }],
    ];
    const late: Actor = { ...siti, hasProvedIdentity: false };
    const program: Actor = { ...late, type: 'app-client' };
    for (const [what, values] of changes) {
      const codes = [late, program].map(async (actor) => (await refusal(updateDepartment(actor, made, values))).code);
      expect([what, ...(await Promise.all(codes))]).toEqual([what, 'step-up-needed', 'people-only']);
    }
    const approvers = [{ userId: headed(), limitCents: 1 }];
    expect((await refusal(archive(program, { approvers }))).code).toBe('people-only');
    expect((await refusal(archive(late, { approvers }))).code).toBe('step-up-needed');
    const same = {
      name: 'Archive of the garden',
      headUserId: headed(),
      approvers: [{ userId: headed(), limitCents: 50_000 }],
    };
    const named = await updateDepartment(program, made, same);
    expect(named).toMatchObject({ name: 'Archive of the garden', version: made.version + 1 });
    expect(await archive(program)).toMatchObject({ headUserId: headed() });
    expect(
      await updateDepartment(systemActor('nightly'), named, { headUserId: company.userId('finance') }),
    ).toMatchObject({
      headUserId: company.userId('finance'),
    });
  });
});

describe('whoever is asked instead of others', () => {
  test('does not join a team by their own hand, and leaves it when they want', async () => {
    const lead = { leadId: headed() };
    const made = await createTeam(siti, { name: 'Tender committee', ...lead });
    const joined = { members: [{ userId: me(), roleInTeam: null }] };
    expect(await errorsOf(updateTeam(farid, made, joined))).toEqual([['members.0.userId', OWN]]);
    expect(await errorsOf(updateTeam(farid, made, { leadId: me() }))).toEqual([['leadId', OWN]]);
    const member = await updateTeam(siti, made, joined);
    const renamed = await updateTeam(farid, member, { ...joined, purpose: 'Opens tenders' });
    await updateTeam(farid, renamed, { members: [] });
    expect((await getTeam(siti, made.id)).members.map(({ userId }) => userId)).toEqual([headed()]);
    expect(await createTeam(farid, { name: 'Early birds', leadId: me() })).toMatchObject({ leadId: me() });
  });

  test('does not become somebody’s manager by their own hand', async () => {
    const grace = await getUser(siti, company.userId('counter'));
    expect(await errorsOf(updateUser(farid, grace, { managerId: me() }))).toEqual([['managerId', OWN]]);
    const under = await updateUser(siti, grace, { managerId: me() });
    const titled = await updateUser(farid, under, { managerId: me(), jobTitle: 'Counter staff' });
    const freed = await updateUser(farid, titled, { managerId: null });
    expect(await updateUser(withRights(farid, true), freed, { managerId: me() })).toMatchObject({ managerId: me() });
    const person = {
      fullName: 'Ann Tay',
      username: 'anntay',
      email: 'anntay@garden.example',
      language: 'en',
      managerId: me(),
    };
    expect(await errorsOf(createUser(farid, person))).toContainEqual(['managerId', OWN]);
    expect(await mailsTo('anntay@garden.example')).toEqual([]);
  });

  test('does not take the departments of somebody whom they suspend', async () => {
    const grace = company.userId('counterhead');
    await archive(siti, { headUserId: grace });
    const away = await getUser(siti, grace);
    expect(await errorsOf(suspendUser(farid, away, { reason: 'Long leave', headId: me() }))).toEqual([['headId', OWN]]);
    expect(await suspendUser(farid, away, { reason: 'Long leave', headId: headed() })).toMatchObject({
      status: 'suspended',
    });
  });
});
