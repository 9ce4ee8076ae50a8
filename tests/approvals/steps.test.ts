import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { decideApproval, startApproval, withdrawApproval } from '#lib/approvals/approvals.server.ts';
import type { Decision } from '#lib/approvals/instance.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { createDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { testDocuments } from '#tests/support/test-document.ts';
import { policyOf, retireAll, type StepOf } from '#tests/support/policies.ts';
import { refusal } from '#tests/support/refusal.ts';

// A document of type T: each test gives it the steps it is about. Hannah of Operations asks; Daniel is her head, Kai Wen his.
let company: Company;
let paper: string;
const snapshot = { amount: 100 };

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
});

beforeEach(async () => {
  paper = uuid();
  testDocuments.set(paper, snapshot);
  await retireAll('T');
});

const user = (username: string, more: Partial<StepOf> = {}): StepOf => ({
  rule: 'user',
  param: company.userId(username),
  ...more,
});
const role = (param: string, more: Partial<StepOf> = {}): StepOf => ({ rule: 'role', param, ...more });

async function start(steps: StepOf[], requester = 'requester', department = 'OPS', sender = requester): Promise<void> {
  await policyOf({ steps });
  await transaction((tx) =>
    startApproval(tx, {
      docType: 'T',
      docId: paper,
      revision: 1,
      businessEntityId: company.entityId,
      departmentId: company.departmentId(department),
      requesterId: company.userId(requester),
      senderId: company.userId(sender),
      netCents: 100_000,
      flags: [],
      snapshot,
    }),
  );
}

async function says(
  username: string,
  decision: Decision = 'approved',
  comment: string | null = null,
): Promise<string | null> {
  const actor = await actorNamed(username);
  return (await transaction((tx) => decideApproval(tx, actor, { docType: 'T', docId: paper }, decision, comment)))
    .ended;
}

async function tasks(): Promise<string[]> {
  const { rows } = await sql<{ seq: number; username: string; status: string }>`
    select t.seq, u.username, t.status from approval_tasks t join users u on u.id = t.assignee_id where t.doc_id = ${paper} order by t.seq, u.username`.execute(
    db,
  );
  return rows.map(({ seq, username, status }) => `${seq} ${username} ${status}`);
}

describe('how many of a step must say yes', () => {
  test('any: the first yes is enough, the others are asked no more', async () => {
    await start([role('DIRECTOR')]);
    expect(await says('director')).toBe('approved');
    expect(await tasks()).toEqual(['1 director approved', '1 director2 cancelled']);
    expect(await refusal(says('director2'))).toMatchObject({ status: 409, code: 'not-waiting-for-you' });
  });

  test('all: nobody is left out', async () => {
    await start([role('DIRECTOR', { mode: 'all' })]);
    expect(await says('director')).toBeNull();
    expect(await says('director2')).toBe('approved');
  });

  test('n of them: two of the heads, whichever they are', async () => {
    await start([role('DEPARTMENT-HEAD', { mode: 'n-of', n: 2 })]);
    expect(await says('head2')).toBeNull();
    expect(await says('kitchen')).toBe('approved');
    expect((await tasks()).filter((task) => task.endsWith('cancelled'))).toHaveLength(5);
  });

  test('n of too few: the head above fills the place, so that the number stands', async () => {
    await start([role('DIRECTOR', { mode: 'n-of', n: 2 })], 'director');
    expect(await tasks()).toEqual(['1 director2 pending', '1 head pending']);
    expect(await says('director2')).toBeNull();
    expect(await says('head')).toBe('approved');
  });
});

describe('one step after another', () => {
  test('the next is asked when the one before has enough', async () => {
    await start([user('head'), user('finance')]);
    expect(await tasks()).toEqual(['1 head pending']);
    expect(await refusal(says('finance'))).toMatchObject({ code: 'not-waiting-for-you' });
    expect(await says('head')).toBeNull();
    expect(await tasks()).toEqual(['1 head approved', '2 finance pending']);
  });

  test('whoever has said yes before is not asked again, and the chain says so', async () => {
    await start([user('head'), user('head'), user('finance')]);
    expect((await chainOf('T', paper))!.steps.map(({ people }) => people.map(({ status }) => status))).toEqual([
      ['pending'],
      ['skipped'],
      ['later'],
    ]);
    expect(await says('head')).toBeNull();
    expect(await tasks()).toEqual(['1 head approved', '2 head skipped', '3 finance pending']);
    expect((await chainOf('T', paper))!.steps[1]!.people[0]).toMatchObject({
      status: 'skipped',
      note: 'approved-before',
    });
  });

  test('an earlier yes counts towards the number a later step needs', async () => {
    await start([user('director'), role('DIRECTOR', { mode: 'all' })]);
    expect(await says('director')).toBeNull();
    expect(await tasks()).toEqual(['1 director approved', '2 director skipped', '2 director2 pending']);
    expect(await says('director2')).toBe('approved');
  });

  test('unless the step wants four eyes', async () => {
    await start([user('head'), user('head', { fourEyes: true })]);
    expect(await says('head')).toBeNull();
    expect(await says('head')).toBe('approved');
  });

  test('nor does who stands in for the next one make two of one pair of eyes, when it is moved', async () => {
    const away = {
      fromAt: new Date().toISOString(),
      toAt: new Date(Date.now() + 86_400_000).toISOString(),
      docTypes: [],
      maxCents: null,
      reason: 'Annual leave',
    };
    await createDelegation(await actorNamed('head'), { ...away, toUserId: company.userId('finance') });
    await start([user('finance'), user('director', { fourEyes: true })]);
    expect(await says('finance')).toBeNull();
    const siti = await actorNamed('admin');
    await suspendUser(
      siti,
      await db
        .selectFrom('users')
        .select(['id', 'version'])
        .where('username', '=', 'director')
        .executeTakeFirstOrThrow(),
      { reason: 'Has left.' },
    );
    await sql`update users set status = 'active' where username = 'director'`.execute(db);
    await sql`update approval_delegations set status = 'ended', ended_reason = 'over', ended_at = now() where status = 'active'`.execute(
      db,
    );
    expect(await tasks()).toEqual(['1 finance approved', '2 director reassigned', '2 head pending']);
  });

  test('a return or a rejection ends it, with a comment', async () => {
    await start([role('DIRECTOR', { mode: 'all' }), user('finance')]);
    expect((await refusal(says('director', 'returned', ' '))).errors).toMatchObject([
      { path: 'comment', code: 'required' },
    ]);
    expect(await says('director', 'returned', 'Please explain.')).toBe('returned');
    expect(await tasks()).toEqual(['1 director returned', '1 director2 cancelled']);
  });

  test('nothing is decided on a document that is not the one that was sent', async () => {
    await start([user('head')]);
    testDocuments.set(paper, { amount: 101 });
    expect(await refusal(says('head'))).toMatchObject({ status: 409, code: 'document-changed' });
    testDocuments.set(paper, { amount: 100 });
    expect(await says('head')).toBe('approved');
  });

  test('a second approval of the same document does not start while one runs', async () => {
    await start([user('head')]);
    await expect(start([user('head')])).rejects.toMatchObject({ code: '23505' });
    await transaction((tx) => withdrawApproval(tx, 'T', paper));
    await start([user('head')]);
    expect((await chainOf('T', paper))!.status).toBe('running');
  });
});

describe('when the rule finds nobody', () => {
  test('the requester is never asked: the head above is', async () => {
    await start([{ rule: 'department-head' }], 'head');
    expect(await tasks()).toEqual(['1 manager pending']);
    expect((await chainOf('T', paper))!.steps[0]!.people[0]!.note).toBe('parent-head');
  });

  test('nor is who sends it for another: nobody decides on what he may have written and sent alone', async () => {
    await start([{ rule: 'department-head' }, user('head'), user('finance')], 'requester', 'OPS', 'head');
    expect(await tasks()).toEqual(['1 manager pending']);
    expect(
      (await chainOf('T', paper))!.steps.map(({ people }) =>
        people.map(({ fullName, note }) => `${fullName}: ${note}`),
      ),
    ).toEqual([['Lim Kai Wen 林凯文: parent-head'], ['Lim Kai Wen 林凯文: approved-before'], ['Marie Lau: null']]);
    await sql`update approval_tasks set assignee_id = ${company.userId('head')} where doc_id = ${paper}`.execute(db);
    expect(await refusal(says('head'))).toMatchObject({ status: 409, code: 'own-request' });
  });

  test('at the top of the company the fallback role is asked', async () => {
    await start([{ rule: 'department-head' }], 'manager', 'MGT');
    expect(await tasks()).toEqual(['1 admin pending']);
    expect((await chainOf('T', paper))!.steps[0]!.people[0]!.note).toBe('fallback');
  });

  test('and when that is empty, nothing is approved: it is refused', async () => {
    await sql`update users set status = 'suspended' where username = 'admin'`.execute(db);
    expect(await refusal(start([{ rule: 'department-head' }], 'manager', 'MGT'))).toMatchObject({
      status: 409,
      code: 'nobody-to-approve',
    });
    await sql`update users set status = 'active' where username = 'admin'`.execute(db);
  });

  test('without any policy it is refused too', async () => {
    expect(
      await refusal(
        transaction((tx) =>
          startApproval(tx, {
            docType: 'UNKNOWN',
            docId: paper,
            revision: 1,
            businessEntityId: company.entityId,
            departmentId: company.departmentId('OPS'),
            requesterId: company.userId('requester'),
            netCents: 1,
            flags: [],
            snapshot,
          }),
        ),
      ),
    ).toMatchObject({ status: 409, code: 'no-approval-policy' });
  });

  test('a team and a manager may be the rule', async () => {
    const { rows } = await sql<{ id: string }>`select id from teams where name = 'Plaque desk'`.execute(db);
    await sql`update users set manager_id = ${company.userId('finance')} where username = 'requester'`.execute(db);
    await start([{ rule: 'requester-manager' }, { rule: 'team', param: rows[0]!.id, mode: 'all' }]);
    expect(await says('finance')).toBeNull();
    expect(await tasks()).toEqual(['1 finance approved', '2 counter pending', '2 operations pending']);
  });
});
