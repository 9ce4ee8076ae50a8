/** The approval route in words, for the page of a document and for the form before it is sent. Browser-safe. */
import { formatCents, formatQuantity } from '#lib/values/money.ts';
import type { Reader } from '#lib/records/shown.ts';
import { dateOf, formatDate, formatInstant } from '#lib/values/time.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { Chain, ChainPerson, ChainStep } from './approval-chain.server.ts';
import type { Reason } from './policy/policy-choice.ts';

export interface RouteLine {
  key: string;
  /** '' when nobody is found. */
  name: string;
  isReader: boolean;
  text: string;
  state: 'done' | 'current' | 'returned' | 'refused' | 'later' | 'passed-over';
}

const states: Record<ChainPerson['status'], RouteLine['state']> = {
  approved: 'done',
  pending: 'current',
  returned: 'returned',
  rejected: 'refused',
  later: 'later',
  skipped: 'passed-over',
  reassigned: 'passed-over',
  cancelled: 'passed-over',
};

/** One line for each person, in order: who, why, and the decision. `readerId` is marked. */
export function routeLines(chain: Pick<Chain, 'steps'>, t: Translate, readerId: string | null): RouteLine[] {
  return chain.steps.flatMap((step) => {
    if (step.people.length === 0)
      return [
        {
          key: String(step.seq),
          name: '',
          isReader: false,
          text: t('approvals.route.nobody', { role: roleOf(step, null, t) }),
          state: 'later' as const,
        },
      ];
    return step.people.map((person) => ({
      key: `${step.seq}-${person.userId}-${person.status}`,
      name: person.fullName,
      isReader: person.userId === readerId,
      text: lineText(step, person, t),
      state: states[person.status],
    }));
  });
}

/** The day by which the first of those who are asked now must have decided; undefined when nobody is asked. */
export function decisionDay(chain: Pick<Chain, 'steps'> | null): string | undefined {
  const people = chain?.steps.flatMap((step) => step.people) ?? [];
  const due = people.flatMap(({ status, dueAt }) => (status === 'pending' && dueAt ? [dateOf(dueAt)] : []));
  return due.toSorted()[0];
}

/** Why this person is asked: the rule, or how the person was found when the rule gave nobody. */
export function roleOf(step: Pick<ChainStep, 'rule' | 'ruleName'>, note: string | null, t: Translate): string {
  if (note === 'parent-head' || note === 'fallback') return t(`approvals.notes.${note}`);
  return step.ruleName ?? t(`approvals.rules.${step.rule}`);
}

/** The policy in a line: what it is for and between which net amounts. */
export function policyText(
  { minCents, maxCents }: Chain['policy'],
  kind: string,
  t: Translate,
  language: string,
): string {
  const dollars = (cents: number) => formatQuantity(Math.round(cents / 100), language);
  if (maxCents === null && minCents === 0) return t('approvals.policy.any', { kind });
  if (maxCents === null) return t('approvals.policy.above', { kind, from: dollars(minCents) });
  if (minCents === 0) return t('approvals.policy.upTo', { kind, to: dollars(maxCents) });
  return t('approvals.policy.between', { kind, from: dollars(minCents), to: dollars(maxCents) });
}

function lineText(step: ChainStep, person: ChainPerson, t: Translate): string {
  const role = [
    roleOf(step, person.note, t),
    person.onBehalfOf && t('approvals.route.onBehalfOf', { name: person.onBehalfOf }),
    howMany(step, person, t),
  ]
    .filter(Boolean)
    .join(', ');
  switch (person.status) {
    case 'approved':
    case 'returned':
    case 'rejected':
      return t(`approvals.route.${person.status}`, { role, at: formatInstant(person.decidedAt) });
    case 'pending':
      return t('approvals.route.due', { role, due: formatDate(dateOf(person.dueAt!)) });
    case 'skipped':
      return t('approvals.route.skipped', { role });
    case 'reassigned':
      return t('approvals.route.reassigned', { role });
    case 'cancelled':
      return t('approvals.route.notNeeded', { role });
    default:
      return role;
  }
}

/** "any one of them" and the like, while several are asked and it is open who decides. */
function howMany({ mode, n, people }: ChainStep, { status }: ChainPerson, t: Translate): string {
  const open = people.filter((person) => person.status === 'pending' || person.status === 'later');
  return open.length > 1 && (status === 'pending' || status === 'later')
    ? t(`approvals.modes.${mode}`, { n: n ?? 1 })
    : '';
}

/** Why more people are asked than the amount alone says. */
export function reasonText({ code, params }: Reason, { t, language }: Reader): string {
  const { cents, limitCents, numbers = [], flag, policy } = params;
  const shown = {
    cents: formatCents(cents, language),
    limit: formatCents(limitCents, language),
    numbers: numbers.join(', '),
    flag: flag ? t(`approvals.approvalPolicy.choices.flags.${flag}`) : '',
    policy,
  };
  return t(`approvals.reasons.${code === 'split' && numbers.length === 0 ? 'split-unnamed' : code}`, shown);
}
