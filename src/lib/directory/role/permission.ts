import { scopeOf, type Condition, type Permission } from '#lib/values/ability.ts';
import { actionsOf } from '#lib/values/rights-catalogue.ts';

/** One pair whose grant differs between two states of a role; null is "not allowed". */
export interface RightChange {
  subject: string;
  action: string;
  before: Condition | null;
  after: Condition | null;
}

/** Two conflicting duties on one subject (segregation of duties; model of purchasing, 0.7). */
export interface Duties {
  subject: string;
  actions: readonly [string, string];
}

/** 'PurchaseOrder:approve'. */
export const rightKey = ({ subject, action }: { subject: string; action: string }): string => `${subject}:${action}`;

const width = { own: 1, department: 2, entity: 3 } as const;

/** The reach of a grant as a comparable number: nothing 0, own 1, department 2, everything 3. */
export function reachOf(action: string, condition: Condition | null): number {
  return condition === null ? 0 : width[scopeOf(action, condition)];
}

/** The pairs that `after` grants differently, in the order of the catalogue. */
export function changesBetween(before: readonly Permission[], after: readonly Permission[]): RightChange[] {
  const [was, is] = [before, after].map((rights) => new Map(rights.map((right) => [rightKey(right), right.condition])));
  return [...actionsOf]
    .flatMap(([subject, actions]) =>
      actions.map((action) => {
        const key = rightKey({ subject, action });
        return { subject, action, before: was!.get(key) ?? null, after: is!.get(key) ?? null };
      }),
    )
    .filter((change) => reachOf(change.action, change.before) !== reachOf(change.action, change.after));
}

/** Whether the change extends the right; otherwise it removes or narrows it. */
export const isGain = ({ action, before, after }: RightChange): boolean =>
  reachOf(action, after) > reachOf(action, before);

/** The rights after the changes. */
export function permissionsAfter(rights: readonly Permission[], changes: readonly RightChange[]): Permission[] {
  const touched = new Set(changes.map(rightKey));
  const added = changes.flatMap(({ subject, action, after }) =>
    after === null ? [] : [{ subject, action, condition: after }],
  );
  return [...rights.filter((right) => !touched.has(rightKey(right))), ...added];
}

const FURTHER_PAIRS: readonly Duties[] = [
  { subject: 'Vendor', actions: ['update-bank', 'verify-bank'] },
  { subject: 'VendorPayment', actions: ['approve', 'release'] },
];

const separated: readonly Duties[] = [
  ...[...actionsOf]
    .filter(([, actions]) => ['create', 'approve'].every((action) => actions.includes(action)))
    .map(([subject]): Duties => ({ subject, actions: ['create', 'approve'] })),
  ...FURTHER_PAIRS,
];

/** The pairs of conflicting duties that `after` combines and `before` did not. */
export function newDuties(before: readonly Permission[], after: readonly Permission[]): Duties[] {
  const [had, has] = [before, after].map((rights) => new Set(rights.map(rightKey)));
  const both = (held: Set<string>, { subject, actions }: Duties) =>
    actions.every((action) => held.has(rightKey({ subject, action })));
  return separated.filter((pair) => both(has!, pair) && !both(had!, pair));
}

/**
 * The log values of a change: one field per changed subject, with all its actions before and after ('update', or
 * 'update:own' where narrowed), so that a reader sees the whole of each.
 */
export function permissionEntry(before: readonly Permission[], after: readonly Permission[]) {
  const changes = changesBetween(before, after);
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  const gained = changes.filter(isGain).length;
  return {
    before: bySubject(subjects, before),
    after: bySubject(subjects, after),
    params: { count: changes.length, gained, lost: changes.length - gained },
  };
}

function bySubject(subjects: readonly string[], rights: readonly Permission[]): Record<string, string[]> {
  return Object.fromEntries(
    subjects.map((subject) => [
      subject,
      rights
        .filter((right) => right.subject === subject)
        .map(named)
        .toSorted(),
    ]),
  );
}

const named = ({ action, condition }: Permission): string =>
  condition === 'none' || condition === 'entity' ? action : `${action}:${condition}`;
