import { isOneOf } from '#lib/values/one-of.ts';
import { scopeOf } from '#lib/values/ability.ts';
import { catalogue, type ModuleFlag } from '#lib/values/rights-catalogue.ts';

/** The actions that most subjects have: columns of the matrix. All others are listed beside the subject. */
export const COMMON_ACTIONS = ['read', 'show', 'create', 'update', 'approve', 'export'] as const;

export interface FurtherActions {
  /** Their reach by name; `other` are those of the record itself. */
  reach: 'own' | 'department' | 'other';
  actions: readonly string[];
}

export interface MatrixSubject {
  subject: string;
  /** For each common action whether the pair exists. */
  common: readonly boolean[];
  further: readonly FurtherActions[];
  /** How many pairs the subject has. */
  pairs: number;
}

export interface MatrixModule {
  flag: ModuleFlag;
  subjects: readonly MatrixSubject[];
}

/** In the order of the menu; what everybody has (Auth) is left out. */
export const MODULE_ORDER: readonly ModuleFlag[] = [
  'purchase',
  'inventory',
  'budgeting',
  'operation',
  'customer',
  'reservation',
  'content',
  'dashboard',
  'always',
];
const EVERYBODYS = 'Auth';

/** The enabled modules, with their subjects and every pair that exists on them. */
export function matrixOf(isOn: (subject: string) => boolean): MatrixModule[] {
  return MODULE_ORDER.map((flag) => ({ flag, subjects: subjectsOf(flag, isOn) })).filter(
    ({ subjects }) => subjects.length > 0,
  );
}

function subjectsOf(flag: ModuleFlag, isOn: (subject: string) => boolean): MatrixSubject[] {
  return (Object.entries(catalogue[flag]) as [string, readonly string[]][])
    .filter(([subject]) => subject !== EVERYBODYS && isOn(subject))
    .map(([subject, actions]) => ({
      subject,
      pairs: actions.length,
      common: COMMON_ACTIONS.map((action) => actions.includes(action)),
      further: furtherOf(actions),
    }));
}

function furtherOf(actions: readonly string[]): FurtherActions[] {
  const rest = actions.filter((action) => !isOneOf(COMMON_ACTIONS, action));
  const of = (action: string) =>
    (({ own: 'own', department: 'department', entity: 'other' }) as const)[scopeOf(action, 'none')];
  return (['own', 'department', 'other'] as const)
    .map((reach) => ({ reach, actions: rest.filter((action) => of(action) === reach) }))
    .filter(({ actions: found }) => found.length > 0);
}

/** The verb of an action whose group shows its reach: 'my-department-request-view' is 'view'. */
export function shortAction(action: string): string {
  return /^my-.*-(read|show|create|update|view|edit|publish)$/.exec(action)?.[1] ?? action;
}
