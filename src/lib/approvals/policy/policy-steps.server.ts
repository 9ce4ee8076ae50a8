import { v7 as uuid } from 'uuid';
import type { FieldError } from '#lib/values/refusal.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { EDITABLE, type ESCALATIONS, type RULES } from './approval-policy.ts';
import type { StepMode } from './policy-choice.ts';
import type { PolicyStepRow } from './policy.server.ts';

/** Default working hours within which a step is decided (model of purchasing, 0.6). */
const SLA_HOURS = 24;

/** A step as people enter and read it; the fields of `stepCells`, filled in. */
export interface EnteredStep {
  seq: number;
  rule: (typeof RULES)[number];
  roleId: string | null;
  teamId: string | null;
  userId: string | null;
  mode: StepMode;
  n: number | null;
  slaHours: number;
  escalate: (typeof ESCALATIONS)[number];
  escalateRoleId: string | null;
  escalateTeamId: string | null;
  escalateUserId: string | null;
  fourEyes: boolean;
  mayEdit: string[];
}

type StepInput = { [K in keyof EnteredStep]?: EnteredStep[K] | null };

const NAMED = { role: 'roleId', team: 'teamId', user: 'userId' } as const;
const NAMED_TO_ESCALATE = { role: 'escalateRoleId', team: 'escalateTeamId', user: 'escalateUserId' } as const;

/**
 * The steps in their order, counted from 1, with what was left out filled in and what a rule does not name taken away:
 * who chose "role" and then "team" keeps only the team.
 */
export function orderedSteps(entered: readonly StepInput[]): EnteredStep[] {
  const order = (step: StepInput, index: number) => [step.seq ?? Number.MAX_SAFE_INTEGER, index] as const;
  return entered
    .map((step, index) => ({ step, at: order(step, index) }))
    .toSorted((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])
    .map(({ step }, index) => {
      const [rule, mode, escalate] = [step.rule!, step.mode ?? 'any', step.escalate ?? 'head-above'];
      const named = (kind: keyof typeof NAMED) => (rule === kind ? (step[NAMED[kind]] ?? null) : null);
      const escalated = (kind: keyof typeof NAMED_TO_ESCALATE) =>
        escalate === kind ? (step[NAMED_TO_ESCALATE[kind]] ?? null) : null;
      return {
        seq: index + 1,
        rule,
        roleId: named('role'),
        teamId: named('team'),
        userId: named('user'),
        mode,
        n: mode === 'n-of' ? (step.n ?? null) : null,
        slaHours: step.slaHours ?? SLA_HOURS,
        escalate,
        escalateRoleId: escalated('role'),
        escalateTeamId: escalated('team'),
        escalateUserId: escalated('user'),
        fourEyes: step.fourEyes ?? false,
        mayEdit: EDITABLE.filter((name) => step.mayEdit?.includes(name)),
      };
    });
}

/** What is missing in a step: whom its rule names, how many must agree. Paths as the form has them. */
export function stepFaults(steps: readonly EnteredStep[]): FieldError[] {
  return steps.flatMap((step, index) => {
    const named = step.rule in NAMED ? NAMED[step.rule as keyof typeof NAMED] : null;
    const escalated =
      step.escalate in NAMED_TO_ESCALATE ? NAMED_TO_ESCALATE[step.escalate as keyof typeof NAMED_TO_ESCALATE] : null;
    return [
      ...(named && !step[named] ? [{ path: `steps.${index}.${named}`, code: 'required' }] : []),
      ...(escalated && !step[escalated] ? [{ path: `steps.${index}.${escalated}`, code: 'required' }] : []),
      ...(step.mode === 'n-of' && !step.n ? [{ path: `steps.${index}.n`, code: 'required' }] : []),
    ];
  });
}

/** Writes the steps of a new version. */
export async function writeSteps(
  tx: Tx,
  policyId: string,
  number: number,
  steps: readonly EnteredStep[],
): Promise<void> {
  const rows = steps.map(({ rule, escalate, ...step }) => ({
    id: uuid(),
    policyId,
    number,
    approverRule: rule,
    escalateRule: escalate === 'nobody' ? null : escalate,
    ...step,
  }));
  await tx.insertInto('approvalSteps').values(rows).execute();
}

/** The steps of a version as people enter them. */
export async function stepsOf(policyId: string, number: number, reader: Db = db): Promise<EnteredStep[]> {
  const rows = await reader
    .selectFrom('approvalSteps')
    .selectAll()
    .where('policyId', '=', policyId)
    .where('number', '=', number)
    .orderBy('seq')
    .execute();
  return rows.map(({ approverRule, escalateRule, ...step }: PolicyStepRow) =>
    orderOf({ ...step, rule: approverRule, escalate: escalateRule ?? 'nobody' }),
  );
}

/** The same names in the same order wherever a step is compared with another, and no more of them. */
function orderOf(step: EnteredStep): EnteredStep {
  return orderedSteps([step]).map((one) => ({ ...one, seq: step.seq }))[0]!;
}
