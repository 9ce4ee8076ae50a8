import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { address } from '#lib/directory/address.ts';
import { addresses } from '#lib/directory/address.server.ts';
import {
  closeDepartment,
  createDepartment,
  departments,
  reopenDepartment,
  updateDepartment,
} from '#lib/directory/department.server.ts';
import { department } from '#lib/directory/department.ts';
import { createTeam, getTeam, updateTeam } from '#lib/directory/team.server.ts';
import { team } from '#lib/directory/team.ts';
import { user } from '#lib/directory/user/user.ts';
import { reference } from '#lib/values/fields.ts';
import { formChoices } from '#lib/records/list/choices.server.ts';
import { store } from '#lib/records/store.server.ts';
import { counting, db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti keeps the addresses, the departments and the teams. The archive was closed; Ravi of the kitchen is suspended.
const NOBODY = '01970000-0000-7000-8000-000000000000';
let company: Company;
let siti: Actor;
let archive: string;
let ravi: string;
let count = 0;

const gate = (more: object = {}) => ({
  label: `Side gate ${(count += 1)}`,
  kind: 'delivery',
  street: 'Lim Chu Kang Lane',
  postalCode: '718850',
  country: 'Singapore',
  ...more,
});
const house = (more: object = {}) => ({
  code: `H${(count += 1)}`,
  name: 'Orchid house',
  businessEntityId: company.entityId,
  headUserId: company.userId('head'),
  ...more,
});
const faults = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  siti = (await actorNamed('admin'))!;
  const made = await createDepartment(siti, house({ name: 'Archive' }));
  archive = (await closeDepartment(siti, made)).id;
  ravi = company.userId('kitchen');
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ravi).execute();
});

describe('what is newly named', () => {
  test('must be there, and be in use: each fault at its field, all of them at once, in one statement', async () => {
    const sent = { count: 0 };
    const wrong = { businessEntityId: NOBODY, departmentId: archive };
    const refused = counting.run(sent, () => faults(addresses.create(siti, gate(wrong))));
    expect(await refused).toEqual([
      ['businessEntityId', 'not-a-choice'],
      ['departmentId', 'closed-department'],
    ]);
    const [begin, asked, rollback] = [1, 1, 1];
    expect(sent.count).toBe(begin + asked + rollback);
    const right = { businessEntityId: company.entityId, departmentId: company.departmentId('OPS') };
    expect(await addresses.create(siti, gate(right))).toMatchObject(right);
  });

  test('is asked together with the rules of the operation', async () => {
    const wrong = { headUserId: ravi, deputyHeadId: ravi, parentId: archive };
    expect(await faults(createDepartment(siti, house(wrong)))).toEqual([
      ['parentId', 'closed-department'],
      ['headUserId', 'not-active'],
      ['deputyHeadId', 'not-active'],
      ['deputyHeadId', 'same-as-head'],
    ]);
  });

  test('is asked about where it changes, and never about what stood there before', async () => {
    const made = await addresses.create(siti, gate({ departmentId: company.departmentId('OPS') }));
    await db.updateTable('addresses').set({ departmentId: archive }).where('id', '=', made.id).execute();
    const kept = await addresses.update(siti, made, { departmentId: archive, street: 'Old Choa Chu Kang Road' });
    expect(kept).toMatchObject({ departmentId: archive, version: 2 });
    const open = await addresses.update(siti, kept, { departmentId: null });
    expect(await faults(addresses.update(siti, open, { departmentId: archive }))).toEqual([
      ['departmentId', 'closed-department'],
    ]);
  });

  test('may stand in a row of a list: who is there already stays, wherever the row moves', async () => {
    const member = (username: string) => ({ userId: company.userId(username), roleInTeam: null });
    const made = await createTeam(siti, {
      name: 'Lantern bearers',
      leadId: company.userId('head'),
      members: [member('duty')],
    });
    await db.insertInto('teamMembers').values({ teamId: made.id, userId: ravi, roleInTeam: null }).execute();
    const wanted = [{ userId: ravi, roleInTeam: 'Cooks' }, member('finance'), member('head')];
    const changed = await updateTeam(siti, made, { members: wanted });
    expect((await getTeam(siti, made.id)).members).toHaveLength(3);
    const without = await updateTeam(siti, changed, { members: [member('head')] });
    expect(await faults(updateTeam(siti, without, { members: [member('head'), ...wanted.slice(0, 1)] }))).toEqual([
      ['members.1.userId', 'not-active'],
    ]);
  });

  test('may be taken over from another record as it stands there', async () => {
    const from = await addresses.create(siti, gate({ departmentId: company.departmentId('OPS') }));
    await db.updateTable('addresses').set({ departmentId: archive }).where('id', '=', from.id).execute();
    const copy = { departmentId: archive };
    expect(await faults(addresses.create(siti, gate(copy)))).toEqual([['departmentId', 'closed-department']]);
    expect(await addresses.create(siti, gate(copy), undefined, { takenFrom: { ...from, ...copy } })).toMatchObject(
      copy,
    );
  });

  test('may be in other statuses where the declaration says so', async () => {
    const fields = {
      ...address.fields,
      departmentId: reference('department', { optional: true, of: ['closed'] }),
      businessEntityId: reference('business-entity', { optional: true, of: 'any' }),
    };
    const places = store({ ...address, path: '/places', fields }, addresses.options);
    await db.updateTable('businessEntities').set({ status: 'inactive' }).where('id', '=', company.entityId).execute();
    const made = await places.create(siti, gate({ departmentId: archive, businessEntityId: company.entityId }));
    expect(made).toMatchObject({ departmentId: archive, businessEntityId: company.entityId });
    await db.updateTable('businessEntities').set({ status: 'active' }).where('id', '=', company.entityId).execute();
    expect(await faults(places.create(siti, gate({ departmentId: company.departmentId('OPS') })))).toEqual([
      ['departmentId', 'closed-department'],
    ]);
    expect(await faults(places.create(siti, gate({ businessEntityId: NOBODY })))).toEqual([
      ['businessEntityId', 'not-a-choice'],
    ]);
  });

  test('is what the form offers, with what is chosen already', async () => {
    const values = async (of: Parameters<typeof formChoices>[0], field: string, typed = {}) =>
      ((await formChoices(of, typed))[field] ?? []).map(({ value }) => value);
    expect(await values(address, 'departmentId')).not.toContain(archive);
    expect(await values(address, 'departmentId', { departmentId: archive })).toContain(archive);
    expect(await values(department, 'approvers.userId')).not.toContain(ravi);
    expect(await values(team, 'members.userId')).not.toContain(ravi);
    expect(await values(user, 'managerId')).toContain(ravi);
  });
});

describe('a tree', () => {
  test('has no circle, whatever its length, and nothing new below what is closed', async () => {
    const top = await createDepartment(siti, house());
    const middle = await createDepartment(siti, house({ parentId: top.id }));
    const low = await createDepartment(siti, house({ parentId: middle.id }));
    for (const { id } of [top, middle, low])
      expect(await faults(updateDepartment(siti, top, { parentId: id }))).toEqual([['parentId', 'in-itself']]);
    expect(await faults(updateDepartment(siti, top, { parentId: archive }))).toEqual([
      ['parentId', 'closed-department'],
    ]);
    expect(await updateDepartment(siti, low, { parentId: top.id })).toMatchObject({ parentId: top.id });
    expect(await updateDepartment(siti, middle, { parentId: low.id })).toMatchObject({ parentId: low.id });
  });

  test('gets no circle by moves at the same moment', async () => {
    const all: { id: string; version: number }[] = [];
    for (let made = 0; made < 4; made += 1) all.push(await createDepartment(siti, house()));
    const results = await Promise.allSettled(
      all.map((one, at) => updateDepartment(siti, one, { parentId: all[(at + 1) % all.length]!.id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(all.length - 1);
    const refused = results.find((result) => result.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ errors: [{ path: 'parentId', code: 'in-itself' }] });
  });

  // Without a rule of its own on closing: the store's stands for every tree.
  const plain = () => store({ ...department, path: '/branches' }, departments.options);

  test('keeps open what has something open below it', async () => {
    const top = await createDepartment(siti, house());
    const below = await createDepartment(siti, house({ parentId: top.id }));
    expect(await refusal(plain().transition(siti, 'close', top))).toMatchObject({
      code: 'has-open-below',
      status: 409,
      details: { params: { count: 1 } },
    });
    const closed = await closeDepartment(siti, below);
    expect(await plain().transition(siti, 'close', top)).toMatchObject({ status: 'closed' });
    expect(await reopenDepartment(siti, closed)).toMatchObject({ status: 'active' });
  });

  test('is not closed above what comes below it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [top, other] = [await createDepartment(siti, house()), await createDepartment(siti, house())];
      const results = await Promise.allSettled([
        plain().transition(siti, 'close', top),
        updateDepartment(siti, other, { parentId: top.id }),
        createDepartment(siti, house({ parentId: top.id })),
      ]);
      const [closed, ...placed] = results.map(({ status }) => status === 'fulfilled');
      expect(placed).toEqual(closed ? [false, false] : [true, true]);
    }
  });
});
