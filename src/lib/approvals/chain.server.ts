import { sql } from 'kysely';
import { db, type Tx } from '#lib/platform/database.server.ts';
import type { InstanceStatus, TaskStatus } from './approvals.server.ts';
import { policyFor, type ApproverRule, type Asked, type Policy, type StepMode } from './policy.server.ts';
import { resolveStep } from './resolve.server.ts';

export interface ChainPerson {
  taskId: string | null;
  userId: string;
  fullName: string;
  jobTitle: string | null;
  status: TaskStatus | 'later';
  note: string | null;
  comment: string | null;
  onBehalfOf: string | null;
  openedAt: string | null;
  dueAt: string | null;
  decidedAt: string | null;
}

export interface ChainStep {
  seq: number;
  mode: StepMode;
  n: number | null;
  rule: ApproverRule;
  param: string | null;
  people: ChainPerson[];
}

/** The approval route of a paper: what happened, who is asked now, who will be. */
export interface Chain {
  status: InstanceStatus | 'expected';
  policy: Pick<Policy, 'name' | 'minCents' | 'maxCents'>;
  currentSeq: number | null;
  steps: ChainStep[];
}

/** Who will be asked for a document that has not been sent yet. */
export async function expectedChain(asked: Asked): Promise<Chain> {
  const policy = await policyFor(asked);
  const steps: ChainStep[] = [];
  for (const { seq, mode, n, rule, param, ...step } of policy.steps) {
    const { people, note } = await resolveStep({ seq, mode, n, rule, param, ...step }, asked);
    steps.push({ seq, mode, n, rule, param, people: await later(people, note) });
  }
  return { status: 'expected', policy, currentSeq: null, steps };
}

/** The newest approval of a document with its tasks; steps not reached yet are resolved as they stand today. */
export async function chainOf(docType: string, docId: string): Promise<Chain | null> {
  const instance = await db.selectFrom('approvalInstances as i').innerJoin('approvalPolicies as p', 'p.id', 'i.policyId')
    .select(['i.id', 'i.status', 'i.steps', 'i.currentSeq', 'i.requesterId', 'i.departmentId', 'i.netCents', 'p.name', 'p.minCents', 'p.maxCents'])
    .where('i.docType', '=', docType).where('i.docId', '=', docId).orderBy('i.startedAt', 'desc').limit(1).executeTakeFirst();
  if (!instance) return null;
  const tasks = await tasksOf(instance.id);
  const steps: ChainStep[] = [];
  for (const { seq, mode, n, rule, param, slaHours, fourEyes } of instance.steps) {
    const asked = tasks.filter((task) => task.seq === seq);
    const waiting = asked.length === 0 && instance.status === 'running';
    const resolved = waiting ? await resolveStep({ seq, mode, n, rule, param, slaHours, fourEyes }, instance) : null;
    steps.push({ seq, mode, n, rule, param, people: resolved ? await later(resolved.people, resolved.note) : asked });
  }
  const { name, minCents, maxCents, status, currentSeq } = instance;
  return { status, policy: { name, minCents, maxCents }, currentSeq: status === 'running' ? currentSeq : null, steps };
}

async function tasksOf(instanceId: string, reader: Tx | typeof db = db): Promise<(ChainPerson & { seq: number })[]> {
  const { rows } = await sql<ChainPerson & { seq: number }>`
    select t.seq, t.id as task_id, u.id as user_id, u.full_name, u.job_title, t.status, t.note, t.comment, b.full_name as on_behalf_of, t.opened_at, t.due_at, t.decided_at
    from approval_tasks t join users u on u.id = t.assignee_id left join users b on b.id = t.on_behalf_of
    where t.instance_id = ${instanceId} order by t.seq, t.opened_at, t.id`.execute(reader);
  return rows;
}

async function later(people: string[], note: string | null): Promise<ChainPerson[]> {
  if (people.length === 0) return [];
  const known = await db.selectFrom('users').select(['id', 'fullName', 'jobTitle']).where('id', 'in', people).execute();
  return people.flatMap((id) => {
    const person = known.find((one) => one.id === id);
    return person ? [{ taskId: null, userId: id, fullName: person.fullName, jobTitle: person.jobTitle, status: 'later' as const, note, comment: null, onBehalfOf: null, openedAt: null, dueAt: null, decidedAt: null }] : [];
  });
}
