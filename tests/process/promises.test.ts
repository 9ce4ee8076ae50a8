import { sql, type RawBuilder } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';

// The database enforces what the operations promise: each statement would break one of these promises.
let company: Company;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  const hannah = await actorNamed('requester');
  await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
  await db
    .insertInto('userCreationRequests')
    .values({
      id: company.userId('nobody'),
      kind: 'create',
      status: 'submitted',
      fullName: 'Asks Once',
      email: 'asks@garden.example',
      reason: 'New here',
    })
    .execute();
});

const promises: Record<string, () => RawBuilder<unknown>> = {
  users_left_on_a_day: () => sql`update users set status = 'deactivated' where username = 'nobody'`,
  users_main_department_is_theirs: () =>
    sql`update users set main_department_id = ${company.departmentId('KIT')} where username = 'requester'`,
  teams_lead_is_a_member: () =>
    sql`delete from team_members m using teams t where t.id = m.team_id and t.lead_id = m.user_id`,
  departments_deputy_is_another: () => sql`update departments set deputy_head_id = head_user_id`,
  user_creation_requests_one_open: () =>
    sql`insert into user_creation_requests (id, full_name, email, reason) values (gen_random_uuid(), 'Asks Twice', 'asks@garden.example', 'Again')`,
  approval_instances_ended_at_a_time: () => sql`update approval_instances set status = 'withdrawn'`,
  approval_instances_one_running: () => sql`
    insert into approval_instances select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).* from approval_instances i`,
  approval_steps_name_somebody: () => sql`
    insert into approval_steps select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'seq', 99, 'role_id', null))).* from approval_steps s where approver_rule = 'role' limit 1`,
  approval_policy_versions_range: () => sql`
    insert into approval_policy_versions select (jsonb_populate_record(v, jsonb_build_object('number', 99, 'min_cents', 100, 'max_cents', 100))).* from approval_policy_versions v limit 1`,
  sessions_ended_for_a_reason: () => sql`update sessions set ended_at = now()`,
};

test.each(Object.keys(promises))('%s is kept by the database', async (name) => {
  const broken = await transaction((tx) => promises[name]!().execute(tx)).then(
    () => null,
    (error: { constraint?: string }) => error,
  );
  expect(broken?.constraint).toBe(name);
});

test('a department may have a deputy who is another, a team another lead who is a member', async () => {
  await transaction(async (tx) => {
    await sql`update departments set deputy_head_id = ${company.userId('manager')} where head_user_id <> ${company.userId('manager')}`.execute(
      tx,
    );
    await sql`update teams t set lead_id = (select user_id from team_members m where m.team_id = t.id order by user_id = t.lead_id limit 1)`.execute(
      tx,
    );
  });
});
