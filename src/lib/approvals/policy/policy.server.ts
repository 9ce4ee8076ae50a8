import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { picked } from '#lib/values/entries.ts';
import { today } from '#lib/values/time.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import {
  choosePolicy,
  type ApproverRule,
  type Asked,
  type Choice,
  type Considered,
  type EscalateRule,
  type Policy,
  type StepMode,
  type VersionContent,
} from './policy-choice.ts';

export interface PolicyVersionRow extends VersionContent {
  policyId: string;
  number: number;
  reason: string | null;
  madeAt: string;
  madeBy: string | null;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
}

export interface PolicyStepRow {
  id: string;
  policyId: string;
  number: number;
  seq: number;
  mode: StepMode;
  n: number | null;
  approverRule: ApproverRule;
  userId: string | null;
  roleId: string | null;
  teamId: string | null;
  slaHours: number;
  fourEyes: boolean;
  escalateRule: EscalateRule | null;
  escalateUserId: string | null;
  escalateRoleId: string | null;
  escalateTeamId: string | null;
  mayEdit: string[];
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    approvalPolicies: ApprovalPolicy;
    approvalPolicyVersions: Table<PolicyVersionRow, 'flags' | 'madeAt'>;
    approvalPolicyDepartments: { policyId: string; number: number; departmentId: string };
    approvalPolicyCategories: { policyId: string; number: number; expenseCategoryId: string };
    approvalSteps: PolicyStepRow;
  }
}

/** What a version says, without whose it is and who made it when. */
export const contentOf = (version: VersionContent): VersionContent =>
  picked(version, ['name', 'businessEntityId', 'minCents', 'maxCents', 'flags', 'priority', 'validFrom', 'validTo']);

/**
 * The policy of a document: by type, scope and net amount; highest priority first, then the narrowest scope. An
 * emergency takes the next tier up of the same scope, flags bring in steps of other policies, and what was split is
 * taken together (model of purchasing, 0.6 and 1.2). `on` is the day whose versions count. Refuses with 409
 * `no-approval-policy`: nothing is ever approved for want of a rule.
 */
export async function policyFor(asked: Asked, reader: Db = db, on: string = today()): Promise<Choice> {
  const found = await consideredFor(asked, reader, on);
  if (!found.policy) throw new Refusal('no-approval-policy', 409);
  return found;
}

/** The same with every policy that was considered, also where none covers the document. */
export async function consideredFor(
  asked: Asked,
  reader: Db = db,
  on: string = today(),
): Promise<Choice | { policy: null; considered: Considered[] }> {
  return choosePolicy(await policiesOn(on, reader, asked.docType), asked);
}

/** The policies in force on a day ('YYYY-MM-DD'), each in the version that counts then: of one type, or of all. */
export async function policiesOn(on: string, reader: Db = db, docType: string | null = null): Promise<Policy[]> {
  const { rows } = await sql<Policy>`
    select * from (
      select distinct on (v.policy_id) ${policyColumns} from approval_policy_versions v join approval_policies p on p.id = v.policy_id and p.status = 'active'
      where (${docType}::text is null or p.doc_type = ${docType}) and v.valid_from <= ${on}::date and v.withdrawn_at is null
      order by v.policy_id, v.valid_from desc, v.number desc
    ) counting where valid_to is null or valid_to >= ${on}::date`.execute(reader);
  return rows;
}

/** What a version says, as `Policy`; of `approval_policy_versions v` and `approval_policies p`. */
const policyColumns = sql`v.policy_id as id, v.number as version, p.doc_type, v.name, v.business_entity_id, v.min_cents, v.max_cents, to_jsonb(v.flags) as flags, v.priority, v.valid_from, v.valid_to,
  (select coalesce(jsonb_agg(d.department_id), '[]') from approval_policy_departments d where d.policy_id = v.policy_id and d.number = v.number) as department_ids,
  (select coalesce(jsonb_agg(c.expense_category_id), '[]') from approval_policy_categories c where c.policy_id = v.policy_id and c.number = v.number) as expense_category_ids,
  (select coalesce(jsonb_agg(jsonb_build_object('seq', s.seq, 'mode', s.mode, 'n', s.n, 'rule', s.approver_rule,
      'param', coalesce(r.code, s.user_id::text, s.team_id::text), 'slaHours', s.sla_hours, 'fourEyes', s.four_eyes, 'escalate', s.escalate_rule,
      'escalateParam', coalesce(e.code, s.escalate_user_id::text, s.escalate_team_id::text), 'mayEdit', to_jsonb(s.may_edit)) order by s.seq), '[]')
    from approval_steps s left join roles r on r.id = s.role_id left join roles e on e.id = s.escalate_role_id where s.policy_id = v.policy_id and s.number = v.number) as steps`;
