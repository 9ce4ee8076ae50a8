import type { Scope } from '#lib/values/ability.ts';

/** A role as the source of a right. */
export interface RightSource {
  id: string;
  name: string;
}

/** One effective right: the pair, its reach, and the roles that grant exactly that; none where everybody has it. */
export interface EffectiveRight {
  subject: string;
  action: string;
  scope: Scope;
  roles: readonly RightSource[];
}

/** Rights on one subject with the same reach and from the same roles. */
export interface RightRow {
  scope: Scope;
  actions: string[];
  roles: readonly RightSource[];
}

export interface SubjectRights {
  subject: string;
  rows: RightRow[];
}

/** The difference between two sets of rights; a right with another reach is on both sides. */
export interface RightsDifference {
  onlyHere: EffectiveRight[];
  onlyThere: EffectiveRight[];
  /** How many are the same in both. */
  both: number;
}

const keyOf = ({ subject, action, scope }: EffectiveRight): string => `${subject}:${action}:${scope}`;

/** The rights each has that the other has not. The roles a right comes from make no difference. */
export function differenceOf(here: readonly EffectiveRight[], there: readonly EffectiveRight[]): RightsDifference {
  const [hereKeys, thereKeys] = [new Set(here.map(keyOf)), new Set(there.map(keyOf))];
  const onlyHere = here.filter((right) => !thereKeys.has(keyOf(right)));
  return {
    onlyHere,
    onlyThere: there.filter((right) => !hereKeys.has(keyOf(right))),
    both: here.length - onlyHere.length,
  };
}

/** The rights by subject, in the given order, and within a subject grouped by reach and roles. */
export function bySubject(rights: readonly EffectiveRight[]): SubjectRights[] {
  const subjects = new Map<string, Map<string, RightRow>>();
  for (const { subject, action, scope, roles } of rights) {
    const rows = subjects.get(subject) ?? new Map<string, RightRow>();
    const key = [scope, ...roles.map(({ id }) => id)].join();
    const row = rows.get(key) ?? { scope, actions: [], roles };
    row.actions.push(action);
    subjects.set(subject, rows.set(key, row));
  }
  return [...subjects].map(([subject, rows]) => ({ subject, rows: [...rows.values()] }));
}
