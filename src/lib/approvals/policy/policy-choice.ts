/**
 * Which policy a document falls under, and why. Pure, so that the simulator, the checks and the real approval are one.
 */
import type { ESCALATIONS, MODES, RULES } from './approval-policy.ts';
import type { DutyPair } from '#lib/values/duties.ts';
import { RAISING, type ApprovalFlag } from '#lib/approvals/flags.ts';

export type ApproverRule = (typeof RULES)[number];
export type StepMode = (typeof MODES)[number];
export type EscalateRule = Exclude<(typeof ESCALATIONS)[number], 'nobody'>;

/**
 * One step as stored in an instance: the policy may change while it runs. `param` is a role's code or the id of a
 * person or a team.
 */
export interface Step {
  seq: number;
  mode: StepMode;
  n: number | null;
  rule: ApproverRule;
  param: string | null;
  slaHours: number;
  fourEyes: boolean;
  /** Who is asked too when nobody has decided in twice the time; nobody when it is null or left out. */
  escalate?: EscalateRule | null;
  escalateParam?: string | null;
  /** Fields of the document that its approvers may change. */
  mayEdit?: string[];
}

/**
 * What a version of a policy says by itself. The net total is above `minCents` (or zero) and up to `maxCents`, in
 * cents.
 */
export interface VersionContent {
  name: string;
  businessEntityId: string | null;
  minCents: number;
  maxCents: number | null;
  flags: ApprovalFlag[];
  priority: number;
  validFrom: string;
  validTo: string | null;
}

/** A policy in one of its versions. */
export interface Policy extends VersionContent {
  id: string;
  version: number;
  docType: string;
  departmentIds: string[];
  expenseCategoryIds: string[];
  steps: Step[];
}

/**
 * Other documents that are added to this one: together they would have needed a higher tier (model of purchasing, 1.2,
 * split rule).
 */
export interface AddedUp {
  /** Net total of all of them and of this one. */
  cents: number;
  numbers: string[];
  /** All of the others; none where they are only supposed. */
  ids: string[];
}

/** Somebody who may not decide on a document, and for what they did with it (model of purchasing, 0.7). */
export interface Apart {
  userId: string;
  pair: DutyPair;
  /** A key of locales `documents.did`. */
  did: string;
}

/** What decides which policy applies. `netCents` is the SGD net total of the document. */
export interface Asked {
  docType: string;
  businessEntityId: string;
  departmentId: string;
  requesterId: string;
  /** Who sends it for approval, when that is not the requester. */
  senderId?: string | null;
  /** Who else may not decide, because of what they did with the document (model of purchasing, 0.7). */
  apart?: readonly Apart[];
  netCents: number;
  flags: readonly ApprovalFlag[];
  expenseCategoryIds?: readonly string[];
  addedUp?: AddedUp | null;
  /** People whom the document itself names, each asked in a step of their own before the last one, and why. */
  also?: { approverIds: readonly string[]; reason: Reason };
}

/** Why a policy was chosen, adds its steps, or does not count. */
export type Outcome =
  | 'chosen'
  | 'adds'
  | 'raised-from'
  | 'alone'
  | 'lower-priority'
  | 'wider-scope'
  | 'same-scope'
  | 'other-entity'
  | 'other-department'
  | 'other-category'
  | 'below'
  | 'above'
  | 'flag-not-carried';

export interface Considered {
  policy: Policy;
  outcome: Outcome;
}

/** What made a document be asked of more people than its own amount says; words under `approvals.reasons.<code>`. */
export interface Reason {
  code: 'split' | 'split-with-others' | 'raised' | 'added' | 'role-owner';
  params: { cents?: number; numbers?: string[]; limitCents?: number | null; flag?: ApprovalFlag; policy?: string };
}

export interface Choice {
  policy: Policy;
  /** Its steps, then those of the policies that the document's flags bring in, counted through. */
  steps: Step[];
  /** What the document carries, with what was found out about it. */
  flags: ApprovalFlag[];
  reasons: Reason[];
  considered: Considered[];
}

/** The policy for a document among those in force; null with what was considered where none covers it. */
export function choosePolicy(
  policies: readonly Policy[],
  asked: Asked,
): Choice | { policy: null; considered: Considered[] } {
  const inScope = policies.filter((policy) => outOfScope(policy, asked) === null);
  const bases = inScope.filter(({ flags }) => flags.length === 0).toSorted(byRank);
  const cents = Math.max(asked.netCents, asked.addedUp?.cents ?? 0);
  const covering = (amount: number) => bases.find((policy) => outOfRange(policy, amount) === null);
  const [alone, fitting] = [covering(asked.netCents), covering(cents)];
  const reasons: Reason[] = [];
  const flags = new Set(asked.flags);
  if (fitting && alone !== fitting) {
    flags.add('split');
    reasons.push({
      code: 'split',
      params: { cents, numbers: asked.addedUp!.numbers, limitCents: alone?.maxCents ?? null },
    });
  }
  const raising = RAISING.find((flag) => flags.has(flag));
  const raised =
    fitting &&
    raising &&
    bases.find((policy) => scopeKey(policy) === scopeKey(fitting) && policy.minCents > fitting.minCents);
  if (raised) reasons.push({ code: 'raised', params: { flag: raising, policy: fitting.name } });
  const policy = raised || fitting;
  const carried = (candidate: Policy) => candidate.flags.find((flag) => flags.has(flag));
  const adding = policy
    ? inScope.filter((candidate) => carried(candidate) && outOfRange(candidate, cents) === null).toSorted(byRank)
    : [];
  for (const added of adding) reasons.push({ code: 'added', params: { flag: carried(added), policy: added.name } });
  const considered = policies.map((candidate) => ({
    policy: candidate,
    outcome: outcomeOf(candidate, { asked, cents, policy, fitting, alone, adding, carried }),
  }));
  if (!policy) return { policy: null, considered };
  if (asked.also) reasons.push(asked.also.reason);
  const steps = withNamed(
    [policy, ...adding].flatMap((one) => one.steps),
    asked.also?.approverIds ?? [],
  ).map((step, index) => ({ ...step, seq: index + 1 }));
  return { policy, steps, flags: [...flags], reasons, considered };
}

/** Before the last step, with its time, one step for each of these people. */
function withNamed(steps: readonly Step[], approverIds: readonly string[]): Step[] {
  const named = approverIds.map((param): Step => ({
    seq: 0,
    mode: 'any',
    n: null,
    rule: 'user',
    param,
    slaHours: steps.at(-1)!.slaHours,
    fourEyes: false,
  }));
  return [...steps.slice(0, -1), ...named, ...steps.slice(-1)];
}

interface Found {
  asked: Asked;
  cents: number;
  policy: Policy | undefined;
  fitting: Policy | undefined;
  alone: Policy | undefined;
  adding: readonly Policy[];
  carried: (policy: Policy) => ApprovalFlag | undefined;
}

function outcomeOf(candidate: Policy, { asked, cents, policy, fitting, alone, adding, carried }: Found): Outcome {
  if (candidate === policy) return 'chosen';
  if (adding.includes(candidate)) return 'adds';
  const missed =
    outOfScope(candidate, asked) ?? (candidate.flags.length > 0 && !carried(candidate) ? 'flag-not-carried' : null);
  if (missed) return missed;
  if (candidate === fitting) return 'raised-from';
  if (candidate === alone) return 'alone';
  const outside = outOfRange(candidate, cents);
  if (outside || !policy) return outside ?? 'above';
  if (candidate.priority < policy.priority) return 'lower-priority';
  return narrowness(candidate) < narrowness(policy) ? 'wider-scope' : 'same-scope';
}

function outOfScope({ businessEntityId, departmentIds, expenseCategoryIds }: Policy, asked: Asked): Outcome | null {
  if (businessEntityId !== null && businessEntityId !== asked.businessEntityId) return 'other-entity';
  if (departmentIds.length > 0 && !departmentIds.includes(asked.departmentId)) return 'other-department';
  if (expenseCategoryIds.length > 0 && !expenseCategoryIds.some((id) => asked.expenseCategoryIds?.includes(id)))
    return 'other-category';
  return null;
}

/** Nothing costs less than nothing: a tier that begins at zero covers zero too. */
function outOfRange({ minCents, maxCents }: Policy, cents: number): 'below' | 'above' | null {
  if (maxCents !== null && cents > maxCents) return 'above';
  return cents > minCents || minCents === 0 ? null : 'below';
}

/** Highest priority first, then the narrowest scope, then the lowest tier; the older one where all is alike. */
function byRank(a: Policy, b: Policy): number {
  return b.priority - a.priority || narrowness(b) - narrowness(a) || a.minCents - b.minCents || (a.id < b.id ? -1 : 1);
}

/**
 * The more a scope names the narrower it is; where two name as much, departments are narrower than categories, and
 * these than companies.
 */
export function narrowness({ businessEntityId, departmentIds, expenseCategoryIds }: Policy): number {
  const [entity, department, category] = [
    businessEntityId !== null,
    departmentIds.length > 0,
    expenseCategoryIds.length > 0,
  ].map(Number) as [number, number, number];
  return (entity + department + category) * 8 + department * 4 + category * 2 + entity;
}

/** Tiers of one matrix: same priority, same scope. */
function scopeKey({ priority, businessEntityId, departmentIds, expenseCategoryIds }: Policy): string {
  return JSON.stringify([priority, businessEntityId, departmentIds.toSorted(), expenseCategoryIds.toSorted()]);
}
