/**
 * What is wrong with policies as a whole: two that contradict each other, sums that none covers, one that can never
 * count. Pure.
 */
import { narrowness, type Policy } from './policy-choice.ts';

/** Something an administrator should know before saving and afterwards; words under `approvals.findings.<code>`. */
export interface Finding {
  /**
   * The same finding has the same key, so that an accepted one is known again: by names, since a policy that is not
   * saved yet has another id each time.
   */
  key: string;
  code: string;
  params: Record<string, unknown>;
  docType: string;
  /** The policies it is about. */
  policyIds: string[];
  /** The day from which it holds, when that is still to come. */
  from: string | null;
  /** Documents could not be decided at all; the others are only unclear or decided by somebody else. */
  isGrave: boolean;
}

type Told = Pick<Finding, 'code' | 'params'> & Partial<Finding>;

export function finding(
  docType: string,
  { code, params, policyIds = [], from = null, isGrave = false }: Told,
): Finding {
  return { key: JSON.stringify([code, docType, params]), code, params, docType, policyIds, from, isGrave };
}

/** The findings about one type of document, for the policies in force on a day. */
export function findingsAmong(docType: string, policies: readonly Policy[]): Finding[] {
  const bases = policies.filter(({ flags }) => flags.length === 0);
  return [...overlaps(docType, bases), ...shadows(docType, bases), ...holes(docType, bases)];
}

/** Two of the same rank that could both be meant: which one counts would be left to chance. */
function overlaps(docType: string, bases: readonly Policy[]): Finding[] {
  return bases.flatMap((one, index) =>
    bases
      .slice(index + 1)
      .filter(
        (other) =>
          one.priority === other.priority &&
          narrowness(one) === narrowness(other) &&
          shareScope(one, other) &&
          shared(one, other) !== null,
      )
      .map((other) => {
        const { minCents, maxCents } = shared(one, other)!;
        return finding(docType, {
          code: maxCents === null ? 'overlap-above' : 'overlap',
          params: { one: one.name, other: other.name, minCents, maxCents },
          policyIds: [one.id, other.id],
        });
      }),
  );
}

/** One that another of higher rank covers wholly. */
function shadows(docType: string, bases: readonly Policy[]): Finding[] {
  return bases.flatMap((one) => {
    const above = bases.find((other) => other.priority > one.priority && includes(other, one));
    return above
      ? [
          finding(docType, {
            code: 'shadowed',
            params: { one: one.name, other: above.name },
            policyIds: [one.id, above.id],
          }),
        ]
      : [];
  });
}

/**
 * Sums that no policy for everybody covers: a document of that sum could not be sent, unless a narrower policy covers
 * it.
 */
function holes(docType: string, bases: readonly Policy[]): Finding[] {
  const general = bases.filter((policy) => narrowness(policy) === 0).toSorted((a, b) => a.minCents - b.minCents);
  const found: Finding[] = [];
  let covered: number | null = 0;
  for (const { minCents, maxCents } of general) {
    if (covered === null) break;
    if (minCents > covered) found.push(hole(docType, covered, minCents));
    if (maxCents === null) covered = null;
    else covered = Math.max(covered, maxCents);
  }
  return covered === null ? found : [...found, hole(docType, covered, null)];
}

function hole(docType: string, minCents: number, maxCents: number | null): Finding {
  const code = maxCents !== null ? 'hole' : minCents === 0 ? 'hole-all' : 'hole-above';
  return finding(docType, { code, params: { minCents, maxCents }, isGrave: true });
}

/** The range that both cover; null for none. */
function shared(one: Policy, other: Policy): { minCents: number; maxCents: number | null } | null {
  const minCents = Math.max(one.minCents, other.minCents);
  const limits = [one.maxCents, other.maxCents].filter((cents) => cents !== null);
  const maxCents = limits.length > 0 ? Math.min(...limits) : null;
  return maxCents === null || maxCents > minCents ? { minCents, maxCents } : null;
}

function shareScope(one: Policy, other: Policy): boolean {
  const meet = (a: readonly string[], b: readonly string[]) =>
    (a.length === 0 && b.length === 0) || a.some((id) => b.includes(id));
  return (
    one.businessEntityId === other.businessEntityId &&
    meet(one.departmentIds, other.departmentIds) &&
    meet(one.expenseCategoryIds, other.expenseCategoryIds)
  );
}

/** Whether every document that the second covers is one of the first. */
function includes(wide: Policy, narrow: Policy): boolean {
  const all = (a: readonly string[], b: readonly string[]) =>
    a.length === 0 || (b.length > 0 && b.every((id) => a.includes(id)));
  return (
    (wide.businessEntityId === null || wide.businessEntityId === narrow.businessEntityId) &&
    all(wide.departmentIds, narrow.departmentIds) &&
    all(wide.expenseCategoryIds, narrow.expenseCategoryIds) &&
    wide.minCents <= narrow.minCents &&
    (wide.maxCents === null || (narrow.maxCents !== null && wide.maxCents >= narrow.maxCents))
  );
}
