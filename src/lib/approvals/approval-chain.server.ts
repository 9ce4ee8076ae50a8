import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { InstanceStatus, TaskStatus } from './instance.ts';
import type { ApproverRule, Asked, Choice, Policy, Reason, Step, StepMode } from './policy/policy-choice.ts';
import { policyFor } from './policy/policy.server.ts';
import { resolveStep, type Approver, type Case } from './resolve.server.ts';
import { withDelegates } from './delegation/delegate.server.ts';

export interface ChainPerson {
  taskId: string | null;
  userId: string;
  fullName: string;
  jobTitle: string | null;
  status: TaskStatus | 'later';
  note: string | null;
  comment: string | null;
  /** Name and job title of the person decided for. */
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
  /** The role or the team that a rule names, in its own words; null for other rules. */
  ruleName: string | null;
  people: ChainPerson[];
}

/** The approval route of a document: what happened, who is asked now, who will be. */
export interface Chain {
  status: InstanceStatus | 'expected';
  policy: Pick<Policy, 'name' | 'minCents' | 'maxCents'>;
  /** Why more people are asked than the amount alone says. */
  reasons: Reason[];
  currentSeq: number | null;
  steps: ChainStep[];
}

/** Who will be asked for a document that has not been sent yet; a step for which nobody is found has no people. */
export async function expectedChain(asked: Asked): Promise<Chain> {
  return chainOfChoice(await policyFor(asked), asked);
}

/** The route of a document that has not been sent, under the policy that was chosen for it; `at` is the instant whose absences count. */
export async function chainOfChoice(
  { policy: { name, minCents, maxCents }, steps, reasons }: Choice,
  asked: Asked,
  at?: string,
): Promise<Chain> {
  const expected = await expectedSteps(steps, asked, [], at);
  return {
    status: 'expected',
    policy: { name, minCents, maxCents },
    reasons,
    currentSeq: null,
    steps: await withRuleNames(expected),
  };
}

/** Instants between which an approval was about something else than the document as it stands; without an end until now. */
export interface Span {
  from: string;
  to: string | null;
}

/**
 * The newest approval of a document with its tasks, but none that was sent within `without`; steps not reached yet are
 * resolved as of today.
 */
export async function chainOf(docType: string, docId: string, without: readonly Span[] = []): Promise<Chain | null> {
  const outside = without.map(
    ({ from, to }) =>
      sql<boolean>`not (i.started_at >= ${from}::timestamptz and i.started_at <= coalesce(${to}::timestamptz, 'infinity'))`,
  );
  const instance = await db
    .selectFrom('approvalInstances as i')
    .innerJoin('approvalPolicyVersions as p', (join) =>
      join.onRef('p.policyId', '=', 'i.policyId').onRef('p.number', '=', 'i.policyVersion'),
    )
    .select([
      'i.id',
      'i.docType',
      'i.status',
      'i.steps',
      'i.currentSeq',
      'i.requesterId',
      'i.senderId',
      'i.apart',
      'i.departmentId',
      'i.netCents',
      'i.reasons',
      'p.name',
      'p.minCents',
      'p.maxCents',
    ])
    .where('i.docType', '=', docType)
    .where('i.docId', '=', docId)
    .where((eb) => eb.and(outside))
    .orderBy('i.startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!instance) return null;
  const tasks = await tasksOf(instance.id);
  const { name, minCents, maxCents, reasons, status, currentSeq } = instance;
  const running = status === 'running';
  const reached = instance.steps
    .filter(({ seq }) => !running || seq <= currentSeq)
    .map((step) => ({ ...step, people: tasks.filter((task) => task.seq === step.seq) }))
    .filter(({ people }) => people.length > 0);
  const later = running
    ? await expectedSteps(
        instance.steps.filter(({ seq }) => seq > currentSeq),
        instance,
        reached,
      )
    : [];
  return {
    status,
    policy: { name, minCents, maxCents },
    reasons,
    currentSeq: running ? currentSeq : null,
    steps: await withRuleNames([...reached, ...later]),
  };
}

/** The names of those whom documents wait for now, by the id of the document; one that waits for nobody is left out. One statement. */
export async function namesWaitingFor(docIds: readonly string[]): Promise<Map<string, string[]>> {
  if (docIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approvalTasks')
    .innerJoin('users', 'users.id', 'approvalTasks.assigneeId')
    .select(['docId', 'users.fullName'])
    .where('docId', 'in', docIds)
    .where('approvalTasks.status', '=', 'pending')
    .orderBy('users.fullName')
    .execute();
  const waiting = Map.groupBy(rows, ({ docId }) => docId);
  return new Map([...waiting].map(([docId, people]) => [docId, people.map(({ fullName }) => fullName)]));
}

type PeopledStep = Step & { people: ChainPerson[] };

/** Future steps. Somebody in an earlier step is not asked again, unless four eyes are required. */
async function expectedSteps(
  steps: readonly Step[],
  asked: Case,
  before: readonly PeopledStep[],
  at?: string,
): Promise<PeopledStep[]> {
  const known = new Set(
    before.flatMap(({ people }) =>
      people.filter(({ status }) => status !== 'reassigned' && status !== 'cancelled').map(({ userId }) => userId),
    ),
  );
  const resolved = await Promise.all(steps.map((step) => resolveStep(step, asked).catch(nobody)));
  const found: { step: Step; people: Approver[]; isKnown: boolean[] }[] = [];
  for (const [index, step] of steps.entries()) {
    const people = await withDelegates(resolved[index]!, {
      asked,
      reader: db,
      approved: known,
      fourEyes: step.fourEyes,
      ...(at && { at }),
    });
    found.push({ step, people, isKnown: people.map(({ userId }) => known.has(userId) && !step.fourEyes) });
    for (const { userId } of people) known.add(userId);
  }
  const person = await namesOf(found.flatMap(({ people }) => people));
  return found.map(({ step, people, isKnown }) => ({
    ...step,
    people: people.map((one, index) => ({
      ...later,
      ...person(one),
      ...(isKnown[index] ? { status: 'skipped', note: 'approved-before' } : { note: one.note }),
    })),
  }));
}

/** The steps as people read them: a role and a team by their names. */
async function withRuleNames(steps: readonly PeopledStep[]): Promise<ChainStep[]> {
  const named = (rule: ApproverRule) => steps.filter((step) => step.rule === rule).map(({ param }) => param);
  const { rows } = await sql<{ param: string; name: string }>`
    select code as param, name from roles where code = any(${named('role')}::text[])
    union all select id::text, name from teams where id::text = any(${named('team')}::text[])`.execute(db);
  return steps.map(({ seq, mode, n, rule, param, people }) => ({
    seq,
    mode,
    n,
    rule,
    ruleName: rows.find((row) => row.param === param)?.name ?? null,
    people,
  }));
}

/** A hole in the rules is shown, not a failure of the page; sending the document is what refuses. */
function nobody(error: unknown): Approver[] {
  if (error instanceof Refusal && error.code === 'nobody-to-approve') return [];
  throw error;
}

async function tasksOf(instanceId: string): Promise<(ChainPerson & { seq: number })[]> {
  const { rows } = await sql<ChainPerson & { seq: number }>`
    select t.seq, t.id as task_id, u.id as user_id, u.full_name, u.job_title, t.status, t.note, t.comment, nullif(concat_ws(', ', b.full_name, b.job_title), '') as on_behalf_of, t.opened_at, t.due_at, t.decided_at
    from approval_tasks t join users u on u.id = t.assignee_id left join users b on b.id = t.on_behalf_of
    where t.instance_id = ${instanceId} order by t.seq, t.opened_at, t.id`.execute(db);
  return rows;
}

/** Somebody who has not been asked yet. */
const later: Omit<ChainPerson, 'userId' | 'fullName' | 'jobTitle' | 'note' | 'onBehalfOf'> = {
  taskId: null,
  status: 'later',
  comment: null,
  openedAt: null,
  dueAt: null,
  decidedAt: null,
};

type Named = Pick<ChainPerson, 'userId' | 'fullName' | 'jobTitle' | 'onBehalfOf'>;

/** Who these people are, and for whom they are asked; one statement. */
async function namesOf(approvers: readonly Approver[]): Promise<(approver: Approver) => Named> {
  const ids = approvers.flatMap(({ userId, onBehalfOf }) => [userId, ...(onBehalfOf ? [onBehalfOf] : [])]);
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id as userId', 'fullName', 'jobTitle']).where('id', 'in', ids).execute();
  const named = (wanted: string) => people.find(({ userId }) => userId === wanted)!;
  return ({ userId, onBehalfOf }) => {
    const absent = onBehalfOf ? named(onBehalfOf) : null;
    return { ...named(userId), onBehalfOf: absent && [absent.fullName, absent.jobTitle].filter(Boolean).join(', ') };
  };
}
