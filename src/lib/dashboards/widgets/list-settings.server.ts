import { DASHBOARDS } from '#lib/dashboards/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { placeOf } from '#lib/records/list/list-links.ts';
import { allStores } from '#lib/records/stores.server.ts';
import { amountsOf, groupings, isListAddress, listAt } from '#lib/dashboards/widget/list.server.ts';
import type { Settings } from '#lib/dashboards/widget/widget.ts';

/** The default list of a new widget: the first that the reader has a right to. */
export function firstList(actor: Actor): string | null {
  const store = allStores().find(
    ({ of, options }) => of.path !== DASHBOARDS && actor.ability.can(of.subject, ...options.rights.list),
  );
  if (!store) return null;
  const [type] = Object.keys(store.of.list.types ?? {});
  return store.of.list.typeInPath ? `${store.of.path}/${type}` : placeOf(store.of).path;
}

/** The first field by which rows of the list can be grouped. */
export function firstGrouping(list: string | null | undefined): string | null {
  const shown = listAt(list);
  return (shown && groupings(shown.of)[0]) ?? null;
}

/**
 * Faults of settings that name a list and its fields: an invalid address, a field by which the list cannot be grouped.
 */
export function listFaults(
  { list, by, dividedBy, measure }: Settings,
  known: (of: AnyEntity) => readonly string[] = groupings,
): { path: string; code: string }[] {
  if (!isListAddress(list!)) return [{ path: 'list', code: 'not-a-choice' }];
  const { of } = listAt(list!)!;
  const wrong = (path: string, value: string | null | undefined, choices: readonly string[]) =>
    !value || choices.includes(value) ? [] : [{ path, code: 'not-a-choice' }];
  return [
    ...wrong('by', by, known(of)),
    ...(dividedBy && dividedBy === by
      ? [{ path: 'dividedBy', code: 'already-used' }]
      : wrong('dividedBy', dividedBy, known(of))),
    ...wrong('measure', measure, ['count', ...amountsOf(of)]),
  ];
}
