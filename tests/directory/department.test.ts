import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import {
  closeDepartment,
  createDepartment,
  getDepartment,
  reopenDepartment,
  updateDepartment,
} from '#lib/directory/department.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti maintains the directory; Helen may read it; Hannah may not. Daniel, Nurul and Marie lead and approve.
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
function archive(more: object = {}) {
  count += 1;
  return createDepartment(siti, {
    code: `ARC${count}`,
    name: `Archive ${count}`,
    businessEntityId: company.entityId,
    headUserId: company.userId('head'),
    ...more,
  });
}
const errorsOf = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);

describe('a new department', () => {
  test('has a head, and approvers each up to an amount', async () => {
    const made = await archive({
      approvers: [
        { userId: company.userId('finance'), limitCents: 500_000 },
        { userId: company.userId('approver'), limitCents: 100_000 },
      ],
    });
    const read = await getDepartment(helen, made.id);
    expect(read).toMatchObject({ status: 'active', members: 0, titles: { headUserId: 'Daniel Koh' } });
    expect(read.approvers).toEqual([
      { userId: company.userId('approver'), limitCents: 100_000 },
      { userId: company.userId('finance'), limitCents: 500_000 },
    ]);
    const [entry] = await activityOf(made.id);
    expect(entry!.after).toMatchObject({ approvers: [{ limitCents: 500_000 }, { limitCents: 100_000 }] });
  });

  test('is not made by Helen or Hannah', async () => {
    for (const actor of [helen, hannah])
      expect(await refusal(createDepartment(actor, {}))).toMatchObject({ status: 403 });
    expect(await refusal(getDepartment(hannah, company.departmentId('OPS')))).toMatchObject({ status: 403 });
  });

  test('cannot be led or approved for by somebody who is not active', async () => {
    await db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'kitchen').execute();
    const gone = company.userId('kitchen');
    expect(
      await errorsOf(
        archive({
          headUserId: gone,
          deputyHeadId: gone,
          approvers: [
            { userId: company.userId('head'), limitCents: 1 },
            { userId: gone, limitCents: 1 },
          ],
        }),
      ),
    ).toEqual([
      ['headUserId', 'not-active'],
      ['deputyHeadId', 'not-active'],
      ['approvers.1.userId', 'not-active'],
      ['deputyHeadId', 'same-as-head'],
    ]);
    await db.updateTable('users').set({ status: 'active' }).where('username', '=', 'kitchen').execute();
  });

  test('names each approver once, with an amount above nothing', async () => {
    const daniel = company.userId('head');
    expect(
      await errorsOf(
        archive({
          approvers: [
            { userId: daniel, limitCents: 1 },
            { userId: daniel, limitCents: 2 },
          ],
        }),
      ),
    ).toEqual([['approvers.1.userId', 'chosen-twice']]);
    expect(await errorsOf(archive({ approvers: [{ userId: daniel, limitCents: 0 }] }))).toEqual([
      ['approvers.0.limitCents', 'not-above-zero'],
    ]);
  });
});

describe('a changed department', () => {
  test('keeps its approvers when they are not sent, and replaces them when they are', async () => {
    const made = await archive({ approvers: [{ userId: company.userId('approver'), limitCents: 100_000 }] });
    const renamed = await updateDepartment(siti, made, { name: 'Records' });
    expect((await getDepartment(siti, made.id)).approvers).toHaveLength(1);
    await updateDepartment(siti, renamed, { approvers: [] });
    expect((await getDepartment(siti, made.id)).approvers).toEqual([]);
    const [entry] = await activityOf(made.id);
    expect(entry).toMatchObject({
      changedFields: ['approvers'],
      before: { approvers: [{ limitCents: 100_000 }] },
      after: { approvers: [] },
    });
  });

  test('is not asked again about a head it keeps, when only its e-mail changes', async () => {
    const made = await archive({ headUserId: company.userId('kitchen') });
    await db.updateTable('users').set({ status: 'suspended' }).where('username', '=', 'kitchen').execute();
    expect(await updateDepartment(siti, made, { email: 'Archive@Garden.example' })).toMatchObject({
      email: 'archive@garden.example',
    });
    await db.updateTable('users').set({ status: 'active' }).where('username', '=', 'kitchen').execute();
  });

  test('cannot be part of itself, nor of a department below it, nor of one that is closed', async () => {
    const top = await archive();
    const middle = await archive({ parentId: top.id });
    const low = await archive({ parentId: middle.id });
    expect(await errorsOf(updateDepartment(siti, top, { parentId: top.id }))).toEqual([['parentId', 'in-itself']]);
    expect(await errorsOf(updateDepartment(siti, top, { parentId: low.id }))).toEqual([['parentId', 'in-itself']]);
    const closed = await archive();
    await closeDepartment(siti, closed);
    expect(await errorsOf(updateDepartment(siti, low, { parentId: closed.id }))).toEqual([
      ['parentId', 'closed-department'],
    ]);
    expect(await updateDepartment(siti, low, { parentId: null })).toMatchObject({ parentId: null });
  });

  test('cannot become part of a ring by two changes at the same moment', async () => {
    const [one, other] = [await archive(), await archive()];
    const results = await Promise.allSettled([
      updateDepartment(siti, one, { parentId: other.id }),
      updateDepartment(siti, other, { parentId: one.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('closing a department', () => {
  test('is possible when nobody belongs to it, and can be taken back', async () => {
    const made = await archive();
    const closed = await closeDepartment(siti, made);
    expect(closed.status).toBe('closed');
    expect(await reopenDepartment(siti, closed)).toMatchObject({ status: 'active', version: 3 });
  });

  test('is refused while people or active departments belong to it', async () => {
    const operations = await getDepartment(siti, company.departmentId('OPS'));
    expect(await refusal(closeDepartment(siti, operations))).toMatchObject({
      code: 'department-has-members',
      status: 409,
      details: { params: { count: 6 } },
    });
    const top = await archive();
    await archive({ parentId: top.id });
    expect(await refusal(closeDepartment(siti, top))).toMatchObject({
      code: 'department-has-departments',
      status: 409,
    });
  });

  test('is refused while something of it is being decided', async () => {
    const made = await archive();
    const policy = await db.selectFrom('approvalPolicies').select(['id', 'version']).executeTakeFirstOrThrow();
    await db
      .insertInto('approvalInstances')
      .values({
        id: uuid(),
        docType: 'PR',
        docId: uuid(),
        revision: 1,
        policyId: policy.id,
        policyVersion: policy.version,
        requesterId: company.userId('requester'),
        departmentId: made.id,
        netCents: 1,
        steps: jsonText([]),
        snapshot: jsonText({}),
        snapshotHash: '',
        status: 'running',
      })
      .execute();
    expect(await refusal(closeDepartment(siti, made))).toMatchObject({
      code: 'department-has-open-documents',
      status: 409,
    });
  });

  test('is refused while a request of it is begun or waits for its budget, and possible when it has ended', async () => {
    const made = await archive();
    const request = await draftRequest(await actorNamed('requester'), company);
    for (const status of ['draft', 'returned', 'pending-budget', 'ordered']) {
      await sql`update purchase_requests set department_id = ${made.id}, number = 'PRF-CLOSING', status = ${status} where id = ${request.id}`.execute(
        db,
      );
      expect(await refusal(closeDepartment(siti, made))).toMatchObject({
        code: 'department-has-open-documents',
        details: { params: { count: 1 } },
      });
    }
    await sql`update purchase_requests set status = 'cancelled' where id = ${request.id}`.execute(db);
    expect(await closeDepartment(siti, made)).toMatchObject({ status: 'closed' });
  });

  test('is not for Helen', async () => {
    expect(await refusal(closeDepartment(helen, await archive()))).toMatchObject({ status: 403 });
  });
});
