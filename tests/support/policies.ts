import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ApproverRule, EscalateRule, StepMode } from '#lib/approvals/policy/policy-choice.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';

export interface StepOf {
  rule: ApproverRule;
  /** A role's code, or the id of a person or a team. */
  param?: string;
  mode?: StepMode;
  n?: number;
  fourEyes?: boolean;
  slaHours?: number;
  escalate?: EscalateRule | null;
  escalateParam?: string;
}

export interface PolicyOf {
  name?: string;
  docType?: string;
  minCents?: number;
  maxCents?: number | null;
  departments?: string[];
  categories?: string[];
  flags?: string[];
  priority?: number;
  validFrom?: string;
  steps?: StepOf[];
}

/** A policy in force, straight into the tables: also for papers that no module registers. Answers its id. */
export async function policyOf({
  name = 'Test',
  docType = 'T',
  minCents = 0,
  maxCents = null,
  departments = [],
  categories = [],
  flags = [],
  priority = 0,
  validFrom = today(),
  steps = [{ rule: 'department-head' }],
}: PolicyOf): Promise<string> {
  const id = uuid();
  await sql`insert into approval_policies (id, name, doc_type, min_cents, max_cents, priority, valid_from) values (${id}, ${name}, ${docType}, ${minCents}, ${maxCents}, ${priority}, ${validFrom})`.execute(
    db,
  );
  await sql`insert into approval_policy_versions (policy_id, number, name, min_cents, max_cents, flags, priority, valid_from) values (${id}, 1, ${name}, ${minCents}, ${maxCents}, ${flags}::text[], ${priority}, ${validFrom})`.execute(
    db,
  );
  for (const department of departments)
    await sql`insert into approval_policy_departments values (${id}, 1, ${department})`.execute(db);
  for (const category of categories)
    await sql`insert into approval_policy_categories values (${id}, 1, ${category})`.execute(db);
  for (const [index, step] of steps.entries()) await stepOf(id, index + 1, step);
  return id;
}

/** No policy of this type counts any more. */
export async function retireAll(docType: string): Promise<void> {
  await sql`update approval_policies set status = 'retired' where doc_type = ${docType}`.execute(db);
}

async function stepOf(
  policyId: string,
  seq: number,
  { rule, param, mode = 'any', n, fourEyes = false, slaHours = 24, escalate = 'head-above', escalateParam }: StepOf,
): Promise<void> {
  const named = (kind: string, which: string, value: string | undefined) =>
    which !== kind || value === undefined
      ? sql`null`
      : kind === 'role'
        ? sql`(select id from roles where code = ${value})`
        : sql`${value}::uuid`;
  await sql`
    insert into approval_steps (id, policy_id, number, seq, mode, n, approver_rule, user_id, role_id, team_id, sla_hours, four_eyes, escalate_rule, escalate_user_id, escalate_role_id, escalate_team_id)
    values (${uuid()}, ${policyId}, 1, ${seq}, ${mode}, ${n ?? null}, ${rule}, ${named('user', rule, param)}, ${named('role', rule, param)}, ${named('team', rule, param)}, ${slaHours}, ${fourEyes},
      ${escalate}, ${named('user', escalate ?? '', escalateParam)}, ${named('role', escalate ?? '', escalateParam)}, ${named('team', escalate ?? '', escalateParam)})`.execute(
    db,
  );
}
