import type { Actor } from '#lib/values/actor.ts';
import { isRight } from '#lib/values/rights-catalogue.ts';
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import { countRows, groupRows, type Group, type Grouping } from '#lib/records/list/groups.server.ts';
import { NOTHING, type ListQuery } from '#lib/records/list/list-query.ts';
import { invalidField } from '#lib/values/refusal.ts';
import { lookOf, type Look } from '#lib/process/charts/patterns.ts';
import { toneAndPlace } from '#lib/records/status-tones.ts';
import { kindOf } from '#lib/records/shown.ts';
import type { Viewer } from './type.server.ts';
import { addressOf, amountsOf, listAt, mayList, narrowed, type CountedList } from './list.server.ts';
import type { Figure, Settings } from './widget.ts';

/** A list as a widget queries it for one reader. */
export interface Counting extends CountedList {
  /** The field whose amounts are summed; null counts rows. */
  summed: string | null;
}

/** The list of a widget, with the filters of the dashboard. Refuses an address that is not a list. */
export function countingOf({ filters, today }: Viewer, { list, measure, period }: Settings): Counting {
  const found = listAt(list);
  if (!found) throw invalidField('list', 'not-a-choice');
  const summed = measure && measure !== 'count' && amountsOf(found.of).includes(measure) ? measure : null;
  return { ...found, query: narrowed(found, period ? { ...filters, period } : filters, today), summed };
}

/** Whether the reader may open the list that a widget counts. */
export async function isListOpen(actor: Actor, { list }: Settings): Promise<boolean> {
  const found = listAt(list);
  return found !== null && mayList(actor, found);
}

/** Whether the reader may export rows of that list: by the export right of its subject, where there is one. */
export function mayExportList(actor: Actor, { list }: Settings): boolean {
  const of = listAt(list)?.of;
  return of !== undefined && (!isRight(of.subject, 'export') || actor.ability.can(of.subject, 'export'));
}

/** The number of rows; for a measure, their sum. */
export async function totalOf({ actor }: Viewer, counting: Counting): Promise<Figure> {
  const parts = partsOf(actor, counting);
  const href = addressOf(counting);
  if (counting.summed === null) {
    const count = await countRows(parts, counting.query);
    return { value: count, count, unit: 'count', href };
  }
  const groups = await groupRows(parts, counting.query, [{ field: 'status' }], counting.summed);
  return sumOf(counting, groups, href);
}

/** The rows in groups; the largest first. */
export async function groupsOf({ actor }: Viewer, counting: Counting, by: readonly Grouping[]): Promise<Group[]> {
  return groupRows(partsOf(actor, counting), counting.query, by, counting.summed);
}

/** The figure for some groups, linked to the list filtered to them. */
export function sumOf({ summed }: Counting, groups: readonly Group[], href?: string): Figure {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    value: summed === null ? count : groups.reduce((sum, group) => sum + group.sum, 0),
    count,
    unit: summed === null ? 'count' : 'money',
    href,
  };
}

/** The list filtered by values of fields. */
export function addressWithin(counting: Counting, values: Record<string, readonly (string | null)[]>): string {
  const filters: ListQuery['filters'] = { ...counting.query.filters };
  for (const [name, wanted] of Object.entries(values)) filters[name] = wanted.map((value) => value ?? NOTHING);
  return addressOf(counting, { filters });
}

/** The text of a field's value. */
export function valueText(
  { t }: Pick<Viewer, 't'>,
  of: AnyEntity,
  name: string,
  value: string | null,
  title: string | null,
): string {
  if (name === 'status' && value !== null) return t(labels.status(of, value));
  if (value === null) return t('dashboards.without', { field: t(labels.field(of, name)) });
  switch (kindOf(of, name)) {
    case 'boolean':
      return t(value === 'true' ? 'common.yes' : 'common.no');
    case 'choice':
      return t(labels.choice(of, name, value));
    default:
      return title ?? value;
  }
}

/** The look of a field's value: a status brings its own. */
export function lookOfValue(of: AnyEntity, name: string, value: string | null): Look | undefined {
  if (name !== 'status' || value === null) return undefined;
  const { tone, place } = toneAndPlace(of, value);
  return lookOf(tone, place);
}

const partsOf = (actor: Actor, { store }: CountedList) => store.parts(actor, store.options.rights.list);
