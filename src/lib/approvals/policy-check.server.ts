import { sql } from 'kysely';
import type { FieldError } from '#lib/kernel/refusal.ts';
import { today } from '#lib/kernel/time.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { FullPolicy, PolicyLists } from './approval-policy.server.ts';
import { approvalKinds } from './kinds.server.ts';
import { stepFaults } from './policy-steps.server.ts';

type Entered = Pick<
  ApprovalPolicy,
  'docType' | 'businessEntityId' | 'minCents' | 'maxCents' | 'validFrom' | 'validTo'
> &
  PolicyLists;

/** Everything that is wrong with a policy by itself, at its fields; `before` is the version that it follows. */
export async function policyFaults(tx: Tx, policy: Entered, before: FullPolicy | null): Promise<FieldError[]> {
  const { docType, minCents, maxCents, validFrom, validTo, steps } = policy;
  const kind = approvalKinds().find((one) => one.docType === docType);
  const faults: FieldError[] = [];
  const fault = (path: string, code: string, params?: Record<string, unknown>) => faults.push({ path, code, params });
  if (!kind) fault('docType', 'not-a-choice');
  if (maxCents !== null && maxCents <= minCents) fault('maxCents', 'not-above-minimum');
  if (validFrom < today()) fault('validFrom', 'in-the-past', { date: validFrom });
  if (validTo !== null && validTo < validFrom) fault('validTo', 'before-the-start');
  if (steps.length === 0) fault('steps', 'no-steps');
  steps.forEach(({ mayEdit }, index) => {
    if (kind && mayEdit.some((name) => !(kind.editable as readonly string[]).includes(name)))
      fault(`steps.${index}.mayEdit`, 'not-a-choice');
  });
  faults.push(...stepFaults(steps), ...(await gone(tx, policy, before)));
  return faults;
}

/** What a policy names and what is not, or no longer, in use; what the version before names already may stay. */
async function gone(tx: Tx, policy: Entered, before: FullPolicy | null): Promise<FieldError[]> {
  const named = namedBy(policy);
  const { rows } = await sql<{ tableName: string; id: string; status: string }>`
    ${sql.join(
      TABLES.map(
        (table) =>
          sql`select ${table}::text as table_name, id, status from ${sql.table(table)} where id = any(${named.map(({ id }) => id)}::uuid[])`,
      ),
      sql` union all `,
    )}`.execute(tx);
  const known = new Set(before && namedBy(before).map(({ id }) => id));
  return named
    .filter(({ id, table }) => {
      const found = rows.find((row) => row.id === id && row.tableName === table);
      return !found || (found.status !== 'active' && !known.has(id));
    })
    .map(({ path }) => ({ path, code: 'not-a-choice' }));
}

/** Every record that a policy names, with the path of the field that does. */
function namedBy({
  businessEntityId,
  departmentIds,
  expenseCategoryIds,
  steps,
}: Pick<Entered, 'businessEntityId' | keyof PolicyLists>): { path: string; table: string; id: string }[] {
  return [
    ...(businessEntityId ? [{ path: 'businessEntityId', table: 'business_entities', id: businessEntityId }] : []),
    ...departmentIds.map((id) => ({ path: 'departmentIds', table: 'departments', id })),
    ...expenseCategoryIds.map((id) => ({ path: 'expenseCategoryIds', table: 'expense_categories', id })),
    ...steps.flatMap((step, index) =>
      STEP_REFERENCES.flatMap(([name, table]) =>
        step[name] ? [{ path: `steps.${index}.${name}`, table, id: step[name] }] : [],
      ),
    ),
  ];
}

const STEP_REFERENCES = [
  ['roleId', 'roles'],
  ['teamId', 'teams'],
  ['userId', 'users'],
  ['escalateRoleId', 'roles'],
  ['escalateTeamId', 'teams'],
  ['escalateUserId', 'users'],
] as const;
const TABLES = ['business_entities', 'departments', 'expense_categories', 'roles', 'teams', 'users'];
