import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability, type Permission } from '#lib/values/ability.ts';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { grantNewRights } from '#lib/directory/role/new-rights.server.ts';
import { previewRoleChange } from '#lib/directory/role/effect.server.ts';
import { restoreRoleVersion, saveRolePermissions } from '#lib/directory/role/permissions.server.ts';
import { compareRoles, roleHolders, roleVersions, versionSteps } from '#lib/directory/role/versions.server.ts';
import {
  copyRole,
  createRole,
  getRole,
  permissionsOf,
  restoreRole,
  retireRole,
  roles,
  updateRole,
} from '#lib/directory/role/role.server.ts';
import { roleActs } from '#lib/directory/role/pages.server.ts';
import type { Role } from '#lib/directory/role/role.ts';
import type { Flash } from '#lib/process/http/flash.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers the system; Evelyn does too, once a test says so. Hannah raises requests, Helen only reads.
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

const named = async (code: string): Promise<Role> =>
  db.selectFrom('roles').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const rights = (subject: string, ...actions: string[]): Permission[] =>
  actions.map((action) => ({ subject, action, condition: 'none' as const }));
const again = (actor: Actor) =>
  actorOfSession(actor.sessionId!, { requestId: 'again', ip: null, userAgent: null }, false) as Promise<Actor>;
const give = (username: string, code: string) =>
  sql`insert into user_roles (user_id, role_id) select ${company.userId(username)}, id from roles where code = ${code} on conflict do nothing`.execute(
    db,
  );
const take = (username: string, code: string) =>
  sql`delete from user_roles where user_id = ${company.userId(username)} and role_id = (select id from roles where code = ${code})`.execute(
    db,
  );

let count = 0;
async function roleWith(...permissions: Permission[]): Promise<Role> {
  count += 1;
  const made = await createRole(siti, { code: `TEST-${count}`, name: `Test role ${count}` });
  return permissions.length === 0 ? made : saveRolePermissions(siti, made, { permissions, reason: 'a test' });
}

describe('a role', () => {
  test('is made by Siti with a code and a name, and allows nothing yet', async () => {
    const made = await createRole(siti, { code: ' purch-off ', name: 'Purchasing officer', maxApprovalCents: 100_000 });
    expect(made).toMatchObject({ code: 'PURCH-OFF', name: 'Purchasing officer', status: 'active', isSystem: false });
    expect(await permissionsOf(made.id)).toEqual([]);
    expect((await roleVersions(siti, made.id)).map(({ number }) => number)).toEqual([1]);
  });

  test('makes nobody an administrator by the hand of somebody who is none', async () => {
    const daniel = await actorNamed('head');
    const clerk: Actor = {
      ...daniel,
      ability: new Ability([...daniel.ability.permissions, ...rights('Role', 'create', 'update', 'show')]),
    };
    const held = await roleWith(...rights('User', 'update'));
    await give('requester', held.code);
    const both = { permissions: rights('User', 'update').concat(rights('Role', 'update')) };
    expect(await refusal(saveRolePermissions(clerk, held, both))).toMatchObject({
      status: 409,
      code: 'administrators-only',
    });
    const harmless = await saveRolePermissions(clerk, held, { permissions: rights('User', 'update', 'show') });
    const retired = await retireRole(siti, await saveRolePermissions(siti, harmless, both));
    expect(await refusal(restoreRole(clerk, retired))).toMatchObject({ status: 409, code: 'administrators-only' });
    expect(await restoreRole(siti, retired)).toMatchObject({ status: 'active' });
    await take('requester', held.code);
  });

  test('is not made by Hannah, nor by Helen, who may only look', async () => {
    expect(await refusal(createRole(hannah, { code: 'MINE', name: 'Mine' }))).toMatchObject({
      status: 403,
      code: 'not-authorized',
    });
    expect(await refusal(createRole(helen, { code: 'MINE', name: 'Mine' }))).toMatchObject({ status: 403 });
    const staff = await named('STAFF');
    expect((await roles.get(helen, staff.id)).name).toBe('Staff');
    expect(await refusal(updateRole(helen, staff, { name: 'People' }))).toMatchObject({ status: 403 });
    expect(await refusal(saveRolePermissions(helen, staff, { permissions: [] }))).toMatchObject({ status: 403 });
  });

  test('needs a code of capital letters and a name of its own', async () => {
    expect((await refusal(createRole(siti, { code: 'no spaces', name: 'X' }))).errors).toEqual([
      { path: 'code', code: 'not-a-role-code' },
    ]);
    expect((await refusal(createRole(siti, { code: 'STAFF', name: 'Other' }))).errors).toEqual([
      { path: 'code', code: 'already-used' },
    ]);
    expect((await refusal(createRole(siti, { code: 'OTHER', name: 'Staff' }))).errors).toEqual([
      { path: 'name', code: 'already-used' },
    ]);
  });

  test('keeps its code while approvals ask for it by that code, and may be called something else', async () => {
    const fallback = await named('APPROVAL-FALLBACK');
    expect((await refusal(updateRole(siti, fallback, { code: 'LAST-RESORT' }))).errors).toEqual([
      { path: 'code', code: 'code-is-used' },
    ]);
    const role = await roleWith();
    expect(await updateRole(siti, role, { code: 'RENAMED', name: 'Called anew' })).toMatchObject({
      code: 'RENAMED',
      name: 'Called anew',
      version: 2,
    });
  });
});

describe('what a role allows', () => {
  test('takes effect at the next request of whoever holds it', async () => {
    expect(hannah.ability.can('Vendor', 'read')).toBe(false);
    const staff = await named('STAFF');
    const saved = await saveRolePermissions(siti, staff, {
      permissions: [...(await permissionsOf(staff.id)), ...rights('Vendor', 'read')],
    });
    expect((await again(hannah)).ability.can('Vendor', 'read')).toBe(true);
    await saveRolePermissions(siti, saved, {
      permissions: (await permissionsOf(staff.id)).filter(({ subject }) => subject !== 'Vendor'),
    });
    expect((await again(hannah)).ability.can('Vendor', 'read')).toBe(false);
  });

  test('is made of pairs that exist: an unknown one is named and nothing is saved', async () => {
    const role = await roleWith(...rights('Vendor', 'read'));
    const refused = await refusal(
      saveRolePermissions(siti, role, {
        permissions: [
          ...rights('Vendor', 'show'),
          { subject: 'Vendor', action: 'delete' },
          { subject: 'Moon', action: 'read' },
        ],
      }),
    );
    expect(refused).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(refused.errors.map(({ path, code }) => [path, code])).toEqual([
      ['permissions.1', 'no-such-right'],
      ['permissions.2', 'no-such-right'],
    ]);
    expect(await permissionsOf(role.id)).toEqual(rights('Vendor', 'read'));
  });

  test('is logged as what changed, before and after, once', async () => {
    const role = await roleWith(...rights('Vendor', 'read', 'update-bank'), ...rights('Team', 'read'));
    await saveRolePermissions(siti, role, {
      permissions: [...rights('Vendor', 'read', 'hold'), ...rights('Team', 'read')],
    });
    const [newest, ...older] = await activityOf(role.id);
    expect(newest).toMatchObject({
      eventCode: 'role.permissions-changed',
      entityNumber: role.code,
      changedFields: ['Vendor'],
      params: { count: 2, gained: 1, lost: 1 },
      before: { Vendor: ['read', 'update-bank'] },
      after: { Vendor: ['hold', 'read'] },
    });
    expect(older.map(({ eventCode }) => eventCode)).toEqual(['role.permissions-changed', 'role.created']);
  });

  test('is refused to somebody who saw an older version, with the newer one', async () => {
    const role = await roleWith();
    await saveRolePermissions(siti, role, { permissions: rights('Team', 'read') });
    const refused = await refusal(saveRolePermissions(siti, role, { permissions: rights('Team', 'show') }));
    expect(refused).toMatchObject({ status: 409, code: 'stale-version', details: { newer: { version: 2 } } });
    expect(
      await refusal(saveRolePermissions(siti, { id: role.id, version: 2 }, { permissions: rights('Team', 'read') })),
    ).toMatchObject({ code: 'nothing-changed' });
  });
});

describe('nobody', () => {
  test('changes a role that he holds, while somebody else could', async () => {
    const administrators = await named('ADMINISTRATOR');
    await give('director2', 'ADMINISTRATOR');
    const own = await refusal(
      saveRolePermissions(siti, administrators, { permissions: (await permissionsOf(administrators.id)).slice(1) }),
    );
    expect(own).toMatchObject({ status: 409, code: 'own-role' });
    expect(await refusal(updateRole(siti, administrators, { name: 'We' }))).toMatchObject({ code: 'own-role' });
    await take('director2', 'ADMINISTRATOR');
    expect(await updateRole(siti, administrators, { description: 'May do everything, alone.' })).toMatchObject({
      description: 'May do everything, alone.',
    });
  });

  test('takes from the administrator role what it is for', async () => {
    const role = await named('ADMINISTRATOR');
    const all = await permissionsOf(role.id);
    const without = (subject: string, action: string) =>
      all.filter((right) => right.subject !== subject || right.action !== action);
    for (const [subject, action] of [
      ['Role', 'update'],
      ['User', 'show'],
      ['User', 'create'],
    ] as const) {
      expect(await refusal(saveRolePermissions(siti, role, { permissions: without(subject, action) }))).toMatchObject({
        status: 409,
        code: 'administrator-role-keeps',
      });
    }
    const narrowed = all.map((right) =>
      right.subject === 'User' && right.action === 'update' ? { ...right, condition: 'own' as const } : right,
    );
    expect(await refusal(saveRolePermissions(siti, role, { permissions: narrowed }))).toMatchObject({
      code: 'administrator-role-keeps',
    });
    expect((await saveRolePermissions(siti, role, { permissions: without('Team', 'create') })).version).toBe(
      role.version + 1,
    );
  });

  test('ends the last administrator by changing or retiring a role', async () => {
    const keepers = await createRole(siti, { code: 'KEEPERS', name: 'Keepers' });
    const made = await saveRolePermissions(siti, keepers, {
      permissions: [
        ...rights('Role', 'read', 'show', 'create', 'update'),
        ...rights('User', 'read', 'show', 'create', 'update'),
      ],
    });
    await give('director2', 'KEEPERS');
    await take('admin', 'ADMINISTRATOR');
    const evelyn = await actorNamed('director2');
    expect(await refusal(saveRolePermissions(evelyn, made, { permissions: rights('Role', 'read') }))).toMatchObject({
      status: 409,
      code: 'last-administrator',
    });
    expect(await refusal(retireRole(evelyn, made))).toMatchObject({ code: 'last-administrator' });
    await give('admin', 'ADMINISTRATOR');
    expect(await saveRolePermissions(siti, made, { permissions: rights('Role', 'read') })).toMatchObject({
      version: made.version + 1,
    });
    await take('director2', 'KEEPERS');
  });

  test('lays two duties into one hand without a reason', async () => {
    const role = await roleWith(...rights('PurchaseOrder', 'create'));
    const wanted = rights('PurchaseOrder', 'create', 'approve');
    expect((await refusal(saveRolePermissions(siti, role, { permissions: wanted }))).errors).toEqual([
      { path: 'reason', code: 'reason-for-two-duties' },
    ]);
    expect(
      (await refusal(saveRolePermissions(siti, role, { permissions: wanted, reason: '   ' }))).errors,
    ).toHaveLength(1);
    const saved = await saveRolePermissions(siti, role, {
      permissions: wanted,
      reason: 'Priya is away until 04/12/2026.',
    });
    const [version] = await roleVersions(siti, role.id);
    expect(version).toMatchObject({ reason: 'Priya is away until 04/12/2026.', madeByName: 'Siti Aminah' });
    expect(
      await saveRolePermissions(siti, saved, { permissions: [...wanted, ...rights('PurchaseOrder', 'close')] }),
    ).toMatchObject({ version: saved.version + 1 });
  });
});

describe('before saving', () => {
  test('one sees who gains, who loses, and who keeps a right through another role', async () => {
    const role = await roleWith(...rights('Vendor', 'read', 'update-bank'));
    const other = await roleWith(...rights('Vendor', 'update-bank'));
    for (const username of ['requester', 'operations', 'duty']) await give(username, role.code);
    await give('operations', other.code);
    const effect = await previewRoleChange(siti, role.id, {
      add: 'PurchaseOrder:approve',
      remove: ['Vendor:update-bank'],
    });
    expect(effect).toMatchObject({ holders: 3, gain: 3, lose: 2, duties: [] });
    expect(effect.through).toEqual([
      {
        subject: 'Vendor',
        action: 'update-bank',
        count: 1,
        people: [{ person: 'Tan Wei Jie 陈伟杰', role: other.name }],
      },
    ]);
    const both = await previewRoleChange(siti, role.id, { add: ['PurchaseOrder:approve', 'PurchaseOrder:create'] });
    expect(both.duties).toEqual([{ subject: 'PurchaseOrder', actions: ['create', 'approve'] }]);
    expect(await refusal(previewRoleChange(siti, role.id, { add: ['Vendor:fly'] }))).toMatchObject({ status: 422 });
    expect(await refusal(previewRoleChange(hannah, role.id, {}))).toMatchObject({ status: 403 });
  });

  test('a narrower right of another role does not keep a wider one', async () => {
    const role = await roleWith(...rights('Vendor', 'show'));
    const narrow = await roleWith({ subject: 'Vendor', action: 'show', condition: 'own' });
    await give('counter', role.code);
    await give('counter', narrow.code);
    expect(await previewRoleChange(siti, role.id, { remove: 'Vendor:show' })).toMatchObject({ lose: 1, through: [] });
  });
});

describe('a version', () => {
  test('can be brought back, as a new one', async () => {
    const role = await roleWith(...rights('Team', 'read', 'show'));
    const changed = await saveRolePermissions(siti, role, { permissions: rights('Team', 'read') });
    const back = await restoreRoleVersion(siti, changed, { number: '2' });
    expect(await permissionsOf(role.id)).toEqual(rights('Team', 'read', 'show'));
    const versions = await roleVersions(siti, role.id);
    expect(versions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(versionSteps(versions).map(({ gained, lost }) => [gained.length, lost.length])).toEqual([
      [1, 0],
      [0, 1],
      [2, 0],
      [0, 0],
    ]);
    expect(await refusal(restoreRoleVersion(siti, back, { number: 9 }))).toMatchObject({ status: 404 });
    expect((await refusal(restoreRoleVersion(siti, back, { number: 2_147_483_648 }))).errors).toMatchObject([
      { path: 'number', code: 'too-large' },
    ]);
  });

  test('is never changed, not even by the product', async () => {
    await expect(sql`update role_versions set reason = 'nothing happened'`.execute(db)).rejects.toThrow(
      /permission denied|append-only/,
    );
  });
});

describe('a copy', () => {
  test('allows what the other allows, under its own name, and differs from then on', async () => {
    const source = await named('STORE-KEEPER');
    const copy = await copyRole(siti, source.id, { code: 'STORE-2', name: 'Second store keeper' });
    expect(await permissionsOf(copy.id)).toEqual(await permissionsOf(source.id));
    expect((await activityOf(copy.id))[0]).toMatchObject({
      eventCode: 'role.created',
      params: { copiedFrom: 'STORE-KEEPER' },
      after: { InventoryItem: ['read'] },
    });
    await saveRolePermissions(siti, copy, {
      permissions: [
        ...(await permissionsOf(copy.id)).filter(({ subject }) => subject !== 'Address'),
        ...rights('Team', 'read'),
      ],
    });
    const compared = await compareRoles(siti, copy.id, source.id);
    expect(compared.onlyHere.map(({ subject }) => subject)).toEqual(['Team']);
    expect(compared.onlyThere.map(({ subject }) => subject)).toEqual(['Address']);
    expect(compared.both).toBe((await permissionsOf(source.id)).length - 1);
    expect(await refusal(copyRole(helen, source.id, { code: 'S3', name: 'S3' }))).toMatchObject({ status: 403 });
  });
});

describe('a role that is not wanted any more', () => {
  test('is retired, grants nothing from the next request on, and comes back', async () => {
    const role = await roleWith(...rights('Vendor', 'show'));
    await give('requester', role.code);
    expect((await again(hannah)).ability.can('Vendor', 'show')).toBe(true);
    const retired = await retireRole(siti, role);
    expect((await again(hannah)).ability.can('Vendor', 'show')).toBe(false);
    expect((await roleHolders(siti, role.id)).map(({ fullName }) => fullName)).toEqual(['Hannah Lim']);
    await restoreRole(siti, retired);
    expect((await again(hannah)).ability.can('Vendor', 'show')).toBe(true);
  });

  test('is offered back where it was retired', async () => {
    const role = await roleWith(...rights('Vendor', 'show'));
    const path = `/directory/roles/${role.id}/show`;
    const press = async (fields: Record<string, string>) => {
      const page = pageOf(path, { actor: siti, fields });
      await roleActs(page as never, await getRole(siti, role.id));
      return page.flashes[0] as Flash;
    };
    const { undo } = await press({ act: 'retire', version: String(role.version) });
    expect(undo).toEqual({ path, act: 'restore', version: role.version + 1 });
    expect((await press({ act: undo!.act, version: String(undo!.version) })).undo).toBeUndefined();
    expect(await getRole(siti, role.id)).toMatchObject({ status: 'active' });
  });

  test('cannot go while the product or an approval rule needs it', async () => {
    expect(await refusal(retireRole(siti, await named('APPROVAL-FALLBACK')))).toMatchObject({ status: 409 });
    expect(await refusal(retireRole(siti, await named('FINANCE-MANAGER')))).toMatchObject({
      code: 'role-asked-to-approve',
    });
    await expect(db.deleteFrom('roles').where('code', '=', 'STAFF').execute()).rejects.toThrow(/user_roles/);
  });
});

describe('what an update brings', () => {
  const holds = async (...right: [string, string]) =>
    (await permissionsOf((await named('ADMINISTRATOR')).id)).some(
      ({ subject, action }) => subject === right[0] && action === right[1],
    );
  const drop = (subject: string, action: string) =>
    sql`delete from role_permissions where subject = ${subject} and action = ${action} and role_id = (select id from roles where code = 'ADMINISTRATOR')`.execute(
      db,
    );

  test('the administrator gets a right that did not exist before, and the log says so', async () => {
    await grantNewRights();
    const before = await named('ADMINISTRATOR');
    await drop('Address', 'create');
    await sql`delete from known_rights where subject = 'Address' and action = 'create'`.execute(db);
    const given = await Promise.all([grantNewRights(), grantNewRights()]);
    expect(given.toSorted()).toEqual([0, 1]);
    expect(await holds('Address', 'create')).toBe(true);
    const after = await named('ADMINISTRATOR');
    expect(after.version).toBe(before.version + 1);
    const entry = (await activityOf(after.id)).find(({ actorType }) => actorType === 'system');
    expect(entry).toMatchObject({
      eventCode: 'role.permissions-changed',
      actorType: 'system',
      params: { gained: 1, lost: 0 },
    });
  });

  test('a right that somebody took away stays away', async () => {
    await drop('Address', 'update');
    expect(await grantNewRights()).toBe(0);
    expect(await holds('Address', 'update')).toBe(false);
  });
});
