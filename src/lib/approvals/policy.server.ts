import { sql } from 'kysely';
import { Refusal } from '#lib/kernel/refusal.ts';
import { db, type Db } from '#lib/platform/database.server.ts';

export type ApproverRule = 'user' | 'role' | 'department-approver' | 'department-head' | 'parent-department-head' | 'requester-manager' | 'team';
export type StepMode = 'any' | 'all' | 'n-of';
/** What a document can carry that raises its approval. */
export type ApprovalFlag = 'emergency';

/** One step as an instance keeps it: the policy may change while it runs. */
export interface Step {
  seq: number;
  mode: StepMode;
  n: number | null;
  rule: ApproverRule;
  param: string | null;
  slaHours: number;
  fourEyes: boolean;
}

export interface Policy {
  id: string;
  version: number;
  name: string;
  minCents: number;
  maxCents: number | null;
  steps: Step[];
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    approvalPolicies: {
      id: string; version: number; name: string; docType: string; businessEntityId: string | null; departmentIds: string[];
      minCents: number; maxCents: number | null; flags: string[]; priority: number; validFrom: string; validTo: string | null; isActive: boolean;
    };
    approvalSteps: {
      id: string; policyId: string; seq: number; mode: StepMode; n: number | null; approverRule: ApproverRule; ruleParam: string | null; slaHours: number; fourEyes: boolean;
    };
  }
}

/** What decides which policy applies. `netCents` is the SGD net total of the document. */
export interface Asked {
  docType: string;
  businessEntityId: string;
  departmentId: string;
  requesterId: string;
  /** Who sends it for approval, when that is not the requester. */
  senderId?: string | null;
  netCents: number;
  flags: readonly ApprovalFlag[];
}

/**
 * The policy of a document: by type, scope and net amount; highest priority first, then the narrowest scope. An
 * emergency takes the next tier up of the same scope (model of purchasing, 0.6). Refuses with 409
 * `no-approval-policy`: nothing is ever approved for want of a rule.
 */
export async function policyFor(asked: Asked, reader: Db = db): Promise<Policy> {
  const { rows } = await sql<Policy & { scope: string }>`
    select p.id, p.version, p.name, p.min_cents, p.max_cents, concat_ws('|', p.priority, p.department_ids::text, p.business_entity_id) as scope,
      (select jsonb_agg(jsonb_build_object('seq', s.seq, 'mode', s.mode, 'n', s.n, 'rule', s.approver_rule, 'param', s.rule_param,
        'slaHours', s.sla_hours, 'fourEyes', s.four_eyes) order by s.seq) from approval_steps s where s.policy_id = p.id) as steps
    from approval_policies p
    where p.doc_type = ${asked.docType} and p.is_active and p.valid_from <= now() and (p.valid_to is null or p.valid_to > now()) and p.flags = '{}'
      and (p.business_entity_id is null or p.business_entity_id = ${asked.businessEntityId})
      and (p.department_ids = '{}' or ${asked.departmentId} = any(p.department_ids))
      and (p.max_cents is null or p.max_cents >= ${asked.netCents})
    order by p.priority desc, (p.department_ids = '{}'), (p.business_entity_id is null), p.min_cents`.execute(reader);
  const fitting = rows.find(({ minCents }) => minCents < asked.netCents || minCents === 0);
  const above = rows.find(({ scope, minCents }) => scope === fitting?.scope && minCents > fitting.minCents);
  const policy = asked.flags.includes('emergency') ? (above ?? fitting) : fitting;
  if (!policy?.steps) throw new Refusal('no-approval-policy', 409);
  return policy;
}
