import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import '#lib/modules.server.ts';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { people } from '#db/seed/people.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actionsOf, type Subject } from '#lib/values/rights-catalogue.ts';
import { requireAny } from '#lib/access/session/guard.server.ts';
import { explainRight } from '#lib/directory/rights/right-verdict.server.ts';
import { compareUsers, explainRights, previewRole } from '#lib/directory/rights/user-rights.server.ts';
import { saveRolePermissions } from '#lib/directory/role/permissions.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { storesOf } from '#lib/records/stores.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers. Hannah raises a request in Operations, Daniel heads it, Farid works in Grounds, Helen audits.
let company: Company;
let siti: Actor;
let hannah: Actor;
let request: PurchaseRequest;
let draft: PurchaseRequest;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah] = (await Promise.all(['admin', 'requester'].map(actorNamed))) as [Actor, Actor];
  draft = await draftRequest(hannah, company);
  request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 300_000 }));
});

const byName = async (username: string) =>
  await db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const roleId = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const ask = (username: string, right: string, number?: string, actor = siti) =>
  explainRight(actor, company.userId(username), { right, number });
const guardLets = (actor: Actor, subject: Subject, action: string): boolean => {
  try {
    requireAny(actor, [{ subject, anyOf: [action] }]);
    return true;
  } catch {
    return false;
  }
};

describe('the answer', () => {
  test('is for every right and every person what the guard does', async () => {
    let allowed = 0;
    for (const { username } of people) {
      const person = await actorNamed(username);
      const { rights } = await explainRights(siti, person.id);
      const explained = new Set(rights.map(({ subject, action }) => `${subject}:${action}`));
      for (const [subject, actions] of actionsOf) {
        for (const action of actions) {
          const lets = guardLets(person, subject as Subject, action);
          expect([username, subject, action, explained.has(`${subject}:${action}`)]).toEqual([
            username,
            subject,
            action,
            lets,
          ]);
          if (lets) allowed += 1;
        }
      }
      for (const { subject, action, scope } of rights)
        expect([username, subject, action, scope, person.ability.scopes(subject, [action]).has(scope)]).toEqual([
          username,
          subject,
          action,
          scope,
          true,
        ]);
    }
    expect(allowed).toBeGreaterThan(500);
  });

  test('is for a record what the store does when it is opened or changed', async () => {
    const mixed = new Set<boolean>();
    for (const { username } of people) {
      const person = await actorNamed(username);
      for (const { id } of [draft, request]) {
        for (const action of actionsOf.get('PurchaseRequest')!) {
          const verdict = await ask(username, `PurchaseRequest:${action}`, id);
          const reaches = await purchaseRequests.reaches(person, id, [action]);
          expect([username, action, id, verdict.allowed]).toEqual([username, action, id, reaches]);
          mixed.add(reaches);
        }
      }
    }
    expect(mixed.size).toBe(2);
  });

  test('covers records of every kind that has a store', async () => {
    const kinds: [Subject, string, string][] = [
      ['Department', 'read', 'OPS'],
      ['Role', 'show', 'STAFF'],
      ['User', 'show', 'requester'],
      ['Team', 'show', 'ceremonies team'],
      ['Address', 'read', 'site store'],
      ['BusinessEntity', 'read', 'SWG'],
    ];
    const team = await sql<{ name: string }>`select name from teams limit 1`.execute(db);
    for (const [subject, action, named] of kinds) {
      const number = subject === 'Team' ? team.rows[0]!.name.toUpperCase() : named;
      const { record, allowed } = await ask('auditor', `${subject}:${action}`, number);
      expect([subject, storesOf(subject).length > 0, record?.title !== null, allowed]).toEqual([
        subject,
        true,
        true,
        true,
      ]);
      expect([subject, (await ask('kitchen', `${subject}:${action}`, number)).allowed]).toEqual([subject, false]);
    }
  });
});

describe('why', () => {
  test('Hannah opens her own request, and Farid does not', async () => {
    const hers = await ask('requester', 'PurchaseRequest:my-request-show', request.number!);
    expect(hers).toMatchObject({
      allowed: true,
      hindrance: null,
      isAsked: false,
      record: { number: request.number, title: expect.stringContaining(request.title) },
    });
    expect(hers.conditions).toMatchObject([
      { scope: 'own', holds: true, belongsTo: 'Hannah Lim', roles: [{ name: 'Staff' }] },
    ]);
    const his = await ask('requester2', 'PurchaseRequest:my-request-show', request.number!.toLowerCase());
    expect(his).toMatchObject({
      allowed: false,
      conditions: [{ scope: 'own', holds: false, belongsTo: 'Hannah Lim' }],
    });
  });

  test('Daniel sees it as head of its department, Bala of another does not', async () => {
    expect(await ask('head', 'PurchaseRequest:my-department-request-view', request.number!)).toMatchObject({
      allowed: true,
      conditions: [{ scope: 'department', holds: true, belongsTo: 'Operations', roles: [{ name: 'Department head' }] }],
    });
    expect(await ask('head2', 'PurchaseRequest:my-department-request-view', request.number!)).toMatchObject({
      allowed: false,
      conditions: [{ scope: 'department', holds: false, belongsTo: 'Operations' }],
    });
  });

  test('no role gives it, but these would', async () => {
    const none = await ask('nobody', 'User:suspend');
    expect(none).toMatchObject({ allowed: false, conditions: [], hindrance: null });
    expect(none.givenBy.map(({ name }) => name)).toEqual(['Administrator']);
  });

  test('who is asked to decide may open a request that no condition gives', async () => {
    const priya = await byName('purchasing');
    const far = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 310_000 }));
    await sql`update approval_tasks set assignee_id = ${priya.id} where doc_id = ${far.id} and status = 'pending'`.execute(
      db,
    );
    const verdict = await ask('purchasing', 'PurchaseRequest:my-department-request-view', far.number!);
    expect(verdict).toMatchObject({
      allowed: true,
      isAsked: true,
      conditions: [{ scope: 'department', holds: false }],
    });
    expect(await ask('purchasing', 'PurchaseRequest:my-department-request-edit', far.number!)).toMatchObject({
      allowed: false,
      isAsked: false,
    });
  });

  test('a password that somebody else set stands before everything', async () => {
    const { id } = await byName('kitchen');
    await sql`update user_credentials set must_change = true where user_id = ${id}`.execute(db);
    expect(await ask('kitchen', 'ServiceRequest:kitchen-view')).toMatchObject({
      allowed: false,
      hindrance: 'change-password',
      conditions: [{ roles: [{ name: 'Kitchen' }] }],
    });
    await sql`update user_credentials set must_change = false where user_id = ${id}`.execute(db);
    expect(await ask('kitchen', 'ServiceRequest:kitchen-view')).toMatchObject({ allowed: true, hindrance: null });
  });

  test('somebody suspended may do nothing, whatever the roles say', async () => {
    const agent = await byName('agent');
    await suspendUser(siti, agent, { reason: 'Left the agency.' });
    expect(await ask('agent', 'Announcement:read')).toMatchObject({
      allowed: false,
      hindrance: 'not-active',
      conditions: [{ roles: [{ name: 'Agent' }] }],
    });
  });

  test('a right that does not exist, a record that is not there and a right without records are said', async () => {
    expect((await refusal(ask('head', 'Role:fly'))).errors).toEqual([
      { path: 'right', code: 'no-such-right', params: { subject: 'Role', action: 'fly' } },
    ]);
    expect((await refusal(ask('head', 'PurchaseRequest:show', 'PR-SWG-1999-00001'))).errors).toEqual([
      { path: 'number', code: 'no-such-record' },
    ]);
    expect((await refusal(ask('head', 'UserManagementLog:export', 'PR-1'))).errors).toEqual([
      { path: 'number', code: 'not-about-records' },
    ]);
  });
});

describe('a reader who may explain', () => {
  test('learns of a record that is closed to him the number and the answer only', async () => {
    const helper = { ...(await actorNamed('stores')), id: company.userId('stores') };
    const explaining: Actor = {
      ...helper,
      ability: new Ability([{ subject: 'User', action: 'explain', condition: 'none' }]),
    };
    const verdict = await ask('requester', 'PurchaseRequest:my-request-show', request.number!, explaining);
    expect(verdict).toMatchObject({
      allowed: true,
      isAsked: false,
      record: { number: request.number, title: null, path: null },
      conditions: [{ scope: 'own', holds: null, belongsTo: null }],
    });
    expect(JSON.stringify(verdict)).not.toContain(request.title);
  });

  test('is Siti, and neither Helen, who only reads, nor Hannah', async () => {
    const helen = await actorNamed('auditor');
    for (const actor of [helen, hannah]) {
      const staff = await roleId('STAFF');
      const questions = [
        () => explainRights(actor, siti.id),
        () => ask('head', 'User:read', undefined, actor),
        () => compareUsers(actor, siti.id, hannah.id),
        () => previewRole(actor, siti.id, staff),
      ];
      for (const question of questions) {
        expect(await refusal(question())).toMatchObject({ status: 403 });
      }
    }
    expect(await refusal(explainRights(siti, 'nobody'))).toMatchObject({ status: 404 });
  });
});

describe('beside another person, and with another role', () => {
  test('only what differs is listed, with its source', async () => {
    const { onlyHere, onlyThere, both } = await compareUsers(siti, company.userId('requester'), company.userId('head'));
    expect(onlyHere).toEqual([]);
    expect(onlyThere.map(({ subject }) => subject)).toContain('UserCreationRequest');
    expect(new Set(onlyThere.flatMap(({ roles }) => roles.map(({ name }) => name)))).toEqual(
      new Set(['Department head']),
    );
    expect(both).toBe((await explainRights(siti, hannah.id)).rights.length);
  });

  test('a role that is tried changes what saving it would change, and saves nothing', async () => {
    const before = await explainRights(siti, hannah.id);
    const tried = await previewRole(siti, hannah.id, await roleId('DEPARTMENT-HEAD'));
    expect(tried).toMatchObject({ act: 'add', lost: [], secondFactor: null });
    expect(await explainRights(siti, hannah.id)).toEqual(before);
    await sql`insert into user_roles values (${hannah.id}, ${await roleId('DEPARTMENT-HEAD')})`.execute(db);
    const after = await explainRights(siti, hannah.id);
    expect(after.rights.length - before.rights.length).toBe(tried.gained.length);
    const back = await previewRole(siti, hannah.id, await roleId('DEPARTMENT-HEAD'));
    expect(back).toMatchObject({ act: 'remove', gained: [] });
    expect(back.lost.length).toBe(tried.gained.length);
    await sql`delete from user_roles where user_id = ${hannah.id} and role_id = ${await roleId('DEPARTMENT-HEAD')}`.execute(
      db,
    );
  });

  test('a role that changes while somebody looks shows at the next question', async () => {
    const kitchen = await db.selectFrom('roles').selectAll().where('code', '=', 'KITCHEN').executeTakeFirstOrThrow();
    expect((await ask('kitchen', 'Address:read')).allowed).toBe(false);
    await saveRolePermissions(siti, kitchen, {
      permissions: [
        { subject: 'ServiceRequest', action: 'kitchen-view' },
        { subject: 'Address', action: 'read', condition: 'own' },
      ],
    });
    expect(await ask('kitchen', 'Address:read', 'Site store')).toMatchObject({
      allowed: false,
      conditions: [{ scope: 'own', holds: false }],
    });
    expect((await ask('kitchen', 'Address:read')).allowed).toBe(true);
  });
});
