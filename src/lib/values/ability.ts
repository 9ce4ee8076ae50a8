import { MAIN_SUBJECT, isRight } from './rights-catalogue.ts';

/** The reach of a right: all records of the person's business entities, those of a department, or only their own. */
export type Condition = 'none' | 'own' | 'department' | 'entity';
export type Scope = 'own' | 'department' | 'entity';

/** One stored right. `condition` can only narrow what the action's name says. */
export interface Permission {
  subject: string;
  action: string;
  condition: Condition;
}

/** The only rule of people without stored permissions (specification, section 6). */
export const DEFAULT_PERMISSIONS: readonly Permission[] = [{ subject: 'Auth', action: 'read', condition: 'none' }];

/**
 * What a person may do. Used by the page guard, by every operation and, as SQL, by every list: one object for all.
 * Asking for a pair that is not in the catalogue is a programming error and throws.
 */
export class Ability {
  readonly permissions: readonly Permission[];
  readonly #scopes = new Map<string, Set<Scope>>();

  constructor(stored: readonly Permission[], switchedOn: (subject: string) => boolean = () => true) {
    this.permissions = stored.filter((permission) => switchedOn(permission.subject));
    for (const { subject, action, condition } of this.permissions) {
      this.#add(subject, action, condition);
      const main = MAIN_SUBJECT[subject];
      if (main) this.#add(main, action, condition);
    }
  }

  /** Whether any of the actions is allowed on the subject, on any record. For access to pages and for menus. */
  can(subject: string, ...actions: string[]): boolean {
    return this.scopes(subject, actions).size > 0;
  }

  /** The combined reach of the actions; empty when none is allowed. */
  scopes(subject: string, actions: readonly string[]): Set<Scope> {
    const reach = new Set<Scope>();
    for (const action of actions) {
      if (!isRight(subject, action)) throw new Error(`There is no action ${action} on ${subject}`);
      for (const scope of this.#scopes.get(`${subject}:${action}`) ?? []) reach.add(scope);
    }
    return reach;
  }

  #add(subject: string, action: string, condition: Condition): void {
    const key = `${subject}:${action}`;
    const known = this.#scopes.get(key) ?? new Set();
    this.#scopes.set(key, known.add(scopeOf(action, condition)));
  }
}

/**
 * The reach of one right: given by the name of the action, possibly narrowed by a stored condition (model of
 * purchasing, 0.5).
 */
export function scopeOf(action: string, condition: Condition): Scope {
  if (
    condition === 'own' ||
    (action.startsWith('my-') && !action.startsWith('my-department-') && action !== 'my-dashboard')
  )
    return 'own';
  if (condition === 'department' || action.startsWith('my-department-')) return 'department';
  return 'entity';
}
