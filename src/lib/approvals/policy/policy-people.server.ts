import { sql } from 'kysely';
import { abilityOf } from '#lib/access/session/actor.server.ts';
import type { Permission } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { approvalKinds, type ApprovalKind } from '#lib/approvals/kinds.server.ts';
import type { Policy, Step } from './policy-choice.ts';
import { finding, type Finding } from './policy-findings.ts';
import { FALLBACK_ROLE } from '#lib/approvals/resolve.server.ts';

interface Person {
  id: string;
  name: string;
  permissions: Permission[];
}

/** A role, a team or a person that steps name, with the active people it means. */
interface Named {
  rule: Step['rule'];
  param: string;
  name: string;
  people: Person[];
  /** Up to which net total a role approves; null for no limit, and for what is no role. */
  limitCents: number | null;
}

interface Head {
  departmentId: string;
  businessEntityId: string;
  name: string;
}

/**
 * Steps for which the rule finds nobody, too few, or people who could not open what they are asked about; flags that
 * nothing carries.
 */
export async function peopleFindings(policies: readonly Policy[], reader: Db): Promise<Finding[]> {
  if (policies.length === 0) return [];
  const named = await namedBy(
    policies.flatMap(({ steps }) => steps),
    reader,
  );
  const headless = await departmentsWithoutHead(reader);
  const fallback = named.find(({ rule, param }) => rule === 'role' && param === FALLBACK_ROLE)?.people ?? [];
  const told: Finding[] = [];
  for (const kind of approvalKinds()) {
    const ofKind = policies.filter(({ docType }) => docType === kind.docType);
    for (const policy of ofKind) {
      for (const step of policy.steps)
        told.push(...stepFindings(kind, policy, step, { named, headless, isGrave: fallback.length === 0 }));
      for (const flag of policy.flags.filter((one) => !kind.flags.includes(one))) {
        told.push(
          finding(kind.docType, {
            code: 'flag-never-carried',
            params: { policy: policy.name, flag },
            policyIds: [policy.id],
          }),
        );
      }
    }
    if (fallback.length === 0 && ofKind.length > 0)
      told.push(finding(kind.docType, { code: 'no-fallback', params: {}, isGrave: true }));
  }
  return told;
}

function stepFindings(
  kind: ApprovalKind,
  policy: Policy,
  step: Step,
  { named, headless, isGrave }: { named: readonly Named[]; headless: readonly Head[]; isGrave: boolean },
): Finding[] {
  const tell = (code: string, params: Record<string, unknown>, grave = false) =>
    finding(kind.docType, {
      code,
      params: { policy: policy.name, step: step.seq, ...params },
      policyIds: [policy.id],
      isGrave: grave,
    });
  if (step.rule === 'role' || step.rule === 'team' || step.rule === 'user') {
    const {
      name = '',
      people = [],
      limitCents = null,
    } = named.find(({ rule, param }) => rule === step.rule && param === step.param) ?? {};
    const wanted = step.mode === 'n-of' ? (step.n ?? 1) : 1;
    if (people.length === 0) return [tell(`nobody-${step.rule}`, { name }, isGrave)];
    const shut = people.filter(({ permissions }) => !kind.isOpenTo({ ability: abilityOf(permissions) } as Actor));
    return [
      ...(people.length < wanted ? [tell('too-few', { name, wanted, found: people.length })] : []),
      ...(isBeyond(policy, step, limitCents) ? [tell('beyond-limit', { name, limitCents })] : []),
      ...(shut.length > 0
        ? [
            tell(
              'cannot-open',
              { name, people: shut.map((person) => person.name).join(', ') },
              shut.length === people.length,
            ),
          ]
        : []),
    ];
  }
  if (step.rule === 'requester-manager') return [];
  const { departmentIds, businessEntityId } = policy;
  const without = headless.filter(
    (head) =>
      (departmentIds.length === 0 || departmentIds.includes(head.departmentId)) &&
      (businessEntityId === null || businessEntityId === head.businessEntityId),
  );
  return without.length > 0
    ? [tell('no-head', { departments: without.map(({ name }) => name).join(', ') }, isGrave)]
    : [];
}

/**
 * Whether the last word on a policy's largest sums is that of a role that approves less (model of the directory, 4.2).
 */
function isBeyond({ steps, flags, maxCents }: Policy, { seq }: Step, limitCents: number | null): boolean {
  return (
    limitCents !== null &&
    flags.length === 0 &&
    seq === steps.at(-1)?.seq &&
    (maxCents === null || maxCents > limitCents)
  );
}

/** The active people whom the steps name and those of the fallback role, each with what they may do; one statement. */
async function namedBy(steps: readonly Pick<Step, 'rule' | 'param'>[], reader: Db): Promise<Named[]> {
  const of = (rule: Step['rule']) =>
    steps.filter((step) => step.rule === rule && step.param !== null).map(({ param }) => param!);
  const people = (source: ReturnType<typeof sql>) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name, 'permissions', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)), '[]')
      from user_roles ur join roles held on held.id = ur.role_id and held.status = 'active' join role_permissions p on p.role_id = held.id where ur.user_id = u.id)) order by u.full_name), '[]')
    from users u where u.status = 'active' and u.id in (${source}))`;
  const { rows } = await sql<Named>`
    select 'role' as rule, r.code as param, r.name, ${people(sql`select user_id from user_roles where role_id = r.id and r.status = 'active'`)} as people, r.max_approval_cents as limit_cents from roles r where r.code = any(${[FALLBACK_ROLE, ...of('role')]}::text[])
    union all select 'team', t.id::text, t.name, ${people(sql`select user_id from team_members where team_id = t.id`)}, null from teams t where t.id::text = any(${of('team')}::text[])
    union all select 'user', p.id::text, p.full_name, ${people(sql`select p.id`)}, null from users p where p.id::text = any(${of('user')}::text[])`.execute(
    reader,
  );
  return rows;
}

/** Active departments whose head is not. */
async function departmentsWithoutHead(reader: Db): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select d.id as department_id, d.business_entity_id, d.name from departments d join users u on u.id = d.head_user_id where d.status = 'active' and u.status <> 'active' order by d.name`.execute(
    reader,
  );
  return rows;
}
