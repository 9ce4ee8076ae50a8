import type { Scope } from '#lib/values/ability.ts';

/** A role as the source of a right. */
export interface RightSource {
  id: string;
  name: string;
}

/** One right that somebody has in effect: the pair, how far it reaches, and the roles that give just that; none where everybody has it. */
export interface EffectiveRight {
  subject: string;
  action: string;
  scope: Scope;
  roles: readonly RightSource[];
}

/** Rights on one subject that reach equally far and come from the same roles. */
export interface RightRow {
  scope: Scope;
  actions: string[];
  roles: readonly RightSource[];
}

export interface SubjectRights {
  subject: string;
  rows: RightRow[];
}

/** What differs between two sets of rights; a right that reaches otherwise stands on both sides. */
export interface RightsDifference {
  onlyHere: EffectiveRight[];
  onlyThere: EffectiveRight[];
  /** How many are the same in both. */
  both: number;
}

const keyOf = ({ subject, action, scope }: EffectiveRight): string => `${subject}:${action}:${scope}`;

/** What each has that the other has not. The roles that a right comes from make no difference. */
export function differenceOf(here: readonly EffectiveRight[], there: readonly EffectiveRight[]): RightsDifference {
  const [hereKeys, thereKeys] = [new Set(here.map(keyOf)), new Set(there.map(keyOf))];
  const onlyHere = here.filter((right) => !thereKeys.has(keyOf(right)));
  return {
    onlyHere,
    onlyThere: there.filter((right) => !hereKeys.has(keyOf(right))),
    both: here.length - onlyHere.length,
  };
}

/** The rights by subject, in the order given, and within a subject those together that are alike. */
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
