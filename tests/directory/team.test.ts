import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { closeTeam, createTeam, getTeam, memberList, reopenTeam, updateTeam } from '#lib/directory/team.server.ts';
import { belongings } from '#lib/directory/user/belongings.server.ts';
import type { User } from '#lib/directory/user/user.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti maintains the teams, Helen may look at them, Hannah may not.
let company: Company;
let siti: Actor;
let helen: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, helen, hannah] = (await Promise.all(['admin', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

let count = 0;
const desk = (more: object = {}) =>
  createTeam(siti, { name: `Desk ${(count += 1)}`, leadId: company.userId('head'), ...more });
const people = (...usernames: string[]) => usernames.map((username) => ({ userId: company.userId(username) }));
const names = async (id: string) => (await memberList(id)).map(({ fullName }) => fullName);

describe('a team', () => {
  test('has its lead among its members, asked for or not', async () => {
    expect(await names((await desk()).id)).toEqual(['Daniel Koh']);
    const made = await desk({ members: people('finance', 'head') });
    expect(await names(made.id)).toEqual(['Daniel Koh', 'Marie Lau']);
    await updateTeam(siti, made, { leadId: company.userId('kitchen') });
    expect(await names(made.id)).toEqual(['Cecilia Wong 黄思雅', 'Daniel Koh', 'Marie Lau']);
    const read = await getTeam(helen, made.id);
    await updateTeam(siti, read, { members: [] });
    expect(await names(made.id)).toEqual(['Cecilia Wong 黄思雅']);
  });

  test('saved as it stands keeps its version, and has a new one when only its members change', async () => {
    const made = await desk({ members: people('finance') });
    const read = await getTeam(siti, made.id);
    expect(
      await updateTeam(siti, made, { name: read.name, leadId: read.leadId, members: read.members.toReversed() }),
    ).toMatchObject({ version: 1 });
    expect(await updateTeam(siti, made, { members: [...read.members, ...people('kitchen')] })).toMatchObject({
      version: 2,
    });
    expect(await names(made.id)).toEqual(['Cecilia Wong 黄思雅', 'Daniel Koh', 'Marie Lau']);
  });

  test('says what each member does, the lead too, and names nobody twice', async () => {
    const [driver, lead] = people('finance', 'head');
    const made = await desk({
      members: [
        { ...driver, roleInTeam: ' Driver ' },
        { ...lead, roleInTeam: 'Keeps the keys' },
      ],
    });
    const told = async () => (await memberList(made.id)).map(({ fullName, roleInTeam }) => [fullName, roleInTeam]);
    expect(await told()).toEqual([
      ['Daniel Koh', 'Keeps the keys'],
      ['Marie Lau', 'Driver'],
    ]);
    await updateTeam(siti, made, { members: [{ ...driver, roleInTeam: '' }] });
    expect(await told()).toEqual([
      ['Daniel Koh', null],
      ['Marie Lau', null],
    ]);
    expect((await refusal(desk({ members: people('finance', 'finance') }))).errors).toMatchObject([
      { path: 'members.1.userId', code: 'chosen-twice' },
    ]);
    expect((await refusal(desk({ members: [{ ...driver, roleInTeam: 'x'.repeat(61) }] }))).errors).toMatchObject([
      { path: 'members.0.roleInTeam', code: 'too-long' },
    ]);
  });

  test('takes active people only, and keeps those who were suspended since', async () => {
    const made = await desk({ members: people('duty') });
    await db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'duty').execute();
    const read = await getTeam(siti, made.id);
    expect(await updateTeam(siti, made, { purpose: 'Still together', members: read.members })).toMatchObject({
      purpose: 'Still together',
    });
    expect((await refusal(desk({ members: people('duty') }))).errors).toMatchObject([
      { path: 'members.0.userId', code: 'not-active' },
    ]);
    expect((await refusal(desk({ leadId: company.userId('duty') }))).errors).toContainEqual({
      path: 'leadId',
      code: 'not-active',
    });
    await db.updateTable('users').set({ status: 'active' }).where('username', '=', 'duty').execute();
  });

  test('is renamed though one of its members was suspended; a new lead must be active all the same', async () => {
    const made = await desk({ members: people('finance') });
    const suspend = (status: User['status']) =>
      db.updateTable('users').set({ status }).where('id', '=', company.userId('finance')).execute();
    await suspend('suspended');
    const renamed = await updateTeam(siti, made, { name: 'Desk of the gate' });
    expect(renamed.name).toBe('Desk of the gate');
    expect((await refusal(updateTeam(siti, renamed, { leadId: company.userId('finance') }))).errors).toEqual([
      { path: 'leadId', code: 'not-active' },
    ]);
    await suspend('active');
    expect(await updateTeam(siti, renamed, { leadId: company.userId('finance') })).toMatchObject({
      leadId: company.userId('finance'),
    });
  });

  test('refuses what is no list of people', async () => {
    expect((await refusal(desk({ members: [1, {}] }))).errors.every(({ path }) => path.startsWith('members'))).toBe(
      true,
    );
    expect((await refusal(desk({ members: 'nobody' }))).errors).toMatchObject([{ path: 'members', code: 'invalid' }]);
  });

  test('stands on the page of each member with what that person does in it, while it is in use', async () => {
    const team = await createTeam(siti, {
      name: 'Lanterns',
      leadId: company.userId('operations'),
      members: [{ userId: company.userId('kitchen'), roleInTeam: 'Lights them' }],
    });
    const known = { id: team.id, name: 'Lanterns', roleInTeam: 'Lights them' };
    expect((await belongings(company.userId('kitchen'))).teams).toContainEqual(known);
    expect((await belongings(company.userId('counter'))).teams.map(({ id }) => id)).not.toContain(team.id);
    await closeTeam(siti, team);
    expect((await belongings(company.userId('kitchen'))).teams).not.toContainEqual(known);
  });

  test('is closed and opened again, by Siti only', async () => {
    const made = await desk();
    expect(await refusal(closeTeam(helen, made))).toMatchObject({ status: 403 });
    const closed = await closeTeam(siti, made);
    expect(await reopenTeam(siti, closed)).toMatchObject({ status: 'active' });
  });

  test('does not open for Hannah', async () => {
    expect(await refusal(getTeam(hannah, (await desk()).id))).toMatchObject({ status: 403 });
    expect(await refusal(createTeam(hannah, {}))).toMatchObject({ status: 403 });
  });
});
