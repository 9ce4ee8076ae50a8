import type { Ability } from '#lib/values/ability.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';

/**
 * A list with the tabs that this reader's right to it reaches: those of the department only where it reaches so far.
 */
export function reachedTabs<S extends { of: AnyEntity; options: { rights: { list: readonly string[] } } }>(
  source: S,
  { ability }: { ability: Ability },
): S {
  const { of, options } = source;
  if (!of.list.types) return source;
  const reached = ability.scopes(of.subject, options.rights.list);
  const types = Object.entries(of.list.types as Record<string, ListType>).filter(
    ([, { scope }]) => scope !== 'department' || reached.has('department'),
  );
  return { ...source, of: { ...of, list: { ...of.list, types: Object.fromEntries(types) } } };
}
