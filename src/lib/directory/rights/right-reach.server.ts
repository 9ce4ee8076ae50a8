import type { Scope } from '#lib/values/ability.ts';
import { MAIN_SUBJECT } from '#lib/values/rights-catalogue.ts';
import { storesOf } from '#lib/records/stores.server.ts';

/**
 * The reach of a right, in words: one's own business entities mean everything where records have none, or somebody has
 * all.
 */
export type ReachWord = 'own' | 'department' | 'entities' | 'everything' | 'nothing';

/** The text key for a scope on a subject (locales `rights.reaches`). */
export function reachWord(subject: string, scope: Scope, allEntities: boolean): ReachWord {
  const scopes = storesOf(MAIN_SUBJECT[subject] ?? subject).map(({ of }) => of.scope ?? {});
  const has = (name: 'own' | 'department' | 'businessEntity') =>
    scopes.length === 0 || scopes.some((columns) => columns[name]);
  if (scope === 'entity')
    return allEntities || scopes.length === 0 || !has('businessEntity') ? 'everything' : 'entities';
  return has(scope) ? scope : 'nothing';
}
