import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { store } from '#lib/records/store.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { approvalPolicy } from './approval-policy.ts';
import { stepsOf, type EnteredStep } from './policy-steps.server.ts';

const today = sql`(now() at time zone 'Asia/Singapore')::date`;
const newest = sql`(select max(number) from approval_policy_versions v where v.policy_id = approval_policies.id and v.withdrawn_at is null)`;
const isPlanned = sql<boolean>`exists (select 1 from approval_policy_versions v where v.policy_id = approval_policies.id and v.withdrawn_at is null and v.valid_from > ${today})`;

/** What the newest version is limited to, by name. */
const scope = sql<string>`concat_ws('; ',
  (select short_code from business_entities e where e.id = approval_policies.business_entity_id),
  (select string_agg(d.name, ', ' order by d.name) from approval_policy_departments p join departments d on d.id = p.department_id where p.policy_id = approval_policies.id and p.number = ${newest}),
  (select string_agg(c.code || ' ' || c.name, ', ' order by c.code) from approval_policy_categories p join expense_categories c on c.id = p.expense_category_id where p.policy_id = approval_policies.id and p.number = ${newest}))`;

/** The steps of the newest version: rule, how many, and whom the rule names; for the line under the name. */
const asks = sql`(select coalesce(jsonb_agg(jsonb_build_object('rule', s.approver_rule, 'mode', s.mode, 'n', s.n, 'ruleName', coalesce(r.name, t.name, u.full_name)) order by s.seq), '[]')
  from approval_steps s left join roles r on r.id = s.role_id left join teams t on t.id = s.team_id left join users u on u.id = s.user_id where s.policy_id = approval_policies.id and s.number = ${newest})`;

/** Whether some version counts today, or will, or did. */
const standing = sql<string>`case
  when approval_policies.status = 'retired' then 'ended'
  when exists (select 1 from (select distinct on (v.policy_id) v.valid_to from approval_policy_versions v where v.policy_id = approval_policies.id and v.withdrawn_at is null and v.valid_from <= ${today}
    order by v.policy_id, v.valid_from desc, v.number desc) counting where valid_to is null or valid_to >= ${today}) then 'in-force'
  when ${isPlanned} then 'planned' else 'ended' end`;

export const approvalPolicies = store(approvalPolicy, {
  rights: {
    list: ['read'],
    show: ['show', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { retire: ['update'], restore: ['update'] },
  },
  types: { planned: () => isPlanned },
  computed: { number: () => newest, scope: () => scope, asks: () => asks, standing: () => standing },
});

/** What a version says besides the columns of the policy. */
export interface PolicyLists {
  departmentIds: string[];
  expenseCategoryIds: string[];
  steps: EnteredStep[];
}

export type FullPolicy = ReadRow<typeof approvalPolicy> & PolicyLists & { number: number };

/** A policy as its newest version has it. */
export async function getApprovalPolicy(actor: Actor, id: string, actions?: readonly string[]): Promise<FullPolicy> {
  const record = await approvalPolicies.get(actor, id, actions);
  return { ...record, ...(await listsOf(record.id, Number(record['number']))) } as FullPolicy;
}

/** Departments, categories and steps of one version. */
export async function listsOf(policyId: string, number: number, reader: Db = db): Promise<PolicyLists> {
  const { rows } = await sql<Omit<PolicyLists, 'steps'>>`
    select (select coalesce(jsonb_agg(department_id order by department_id), '[]') from approval_policy_departments d where d.policy_id = v.policy_id and d.number = v.number) as department_ids,
      (select coalesce(jsonb_agg(expense_category_id order by expense_category_id), '[]') from approval_policy_categories c where c.policy_id = v.policy_id and c.number = v.number) as expense_category_ids
    from approval_policy_versions v where v.policy_id = ${policyId} and v.number = ${number}`.execute(reader);
  return { ...rows[0]!, steps: await stepsOf(policyId, number, reader) };
}
