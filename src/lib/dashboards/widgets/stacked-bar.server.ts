import { labels } from '#lib/records/entity.ts';
import type { Group } from '#lib/records/list/groups.server.ts';
import { MOST_SERIES } from '#lib/process/charts/chart.ts';
import { OTHERS, type Look } from '#lib/process/charts/patterns.ts';
import {
  addressWithin,
  countingOf,
  groupsOf,
  isListOpen,
  lookOfValue,
  mayExportList,
  sumOf,
  valueText,
  type Counting,
} from '#lib/dashboards/widget/figures.server.ts';
import { groupings, listAt } from '#lib/dashboards/widget/list.server.ts';
import type { Viewer, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { firstList, listFaults } from './list-settings.server.ts';

/** Maximum number of stacks. */
const MOST_STACKS = 12;

interface Part {
  label: string;
  values: (string | null)[];
}

/** A list by two fields: a stack for each value of the first, a segment for each of the second. */
export const stackedBar: WidgetType = {
  name: 'stacked-bar',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: ['list', 'by', 'dividedBy', 'measure', 'period'],
  required: ['list', 'by', 'dividedBy'],
  defaults: (actor) => {
    const list = firstList(actor);
    const [dividedBy = null, by = null] = list ? groupings(listAt(list)!.of) : [];
    return { list, by, dividedBy, measure: 'count' };
  },
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings),
  async read(viewer, settings) {
    const counting = countingOf(viewer, settings);
    const [by, dividedBy] = [settings.by!, settings.dividedBy!];
    const groups = await groupsOf(viewer, counting, [{ field: by }, { field: dividedBy }]);
    const stacks = partsOf(viewer, counting, groups, 0, by, MOST_STACKS);
    const parts = partsOf(viewer, counting, groups, 1, dividedBy, MOST_SERIES);
    const figure = (stack: Part | null, part: Part) => {
      const those = groups.filter(
        ({ values }) => (!stack || stack.values.includes(values[0]!)) && part.values.includes(values[1]!),
      );
      return sumOf(
        counting,
        those,
        addressWithin(counting, { ...(stack && { [by]: stack.values }), [dividedBy]: part.values }),
      );
    };
    return {
      kind: 'chart',
      byName: viewer.t(labels.field(counting.of, by)),
      chart: {
        kind: 'stacked-bar',
        unit: counting.summed === null ? 'count' : 'money',
        categories: stacks.map(({ label }) => label),
        series: parts.map((part) => ({
          name: part.label,
          figures: stacks.map((stack) => figure(stack, part)),
          href: figure(null, part).href,
          look: dividedBy === 'status' ? lookOfPart(counting, part) : undefined,
        })),
      },
    };
  },
  mayExport: mayExportList,
};

/** That of its status; several in one are told apart from each single one. */
const lookOfPart = ({ of }: Counting, { values }: Part): Look =>
  (values.length === 1 && lookOfValue(of, 'status', values[0]!)) || OTHERS;

/**
 * The values of one of the two fields, the most frequent first, those beyond `most` combined; statuses in their own
 * order.
 */
function partsOf(
  viewer: Viewer,
  counting: Counting,
  groups: readonly Group[],
  index: 0 | 1,
  field: string,
  most: number,
): Part[] {
  const found = new Map<string | null, Part & { weight: number }>();
  for (const { values, titles, count } of groups) {
    const value = values[index]!;
    const known = found.get(value) ?? {
      label: valueText(viewer, counting.of, field, value, titles[index]!),
      values: [value],
      weight: 0,
    };
    found.set(value, { ...known, weight: known.weight + count });
  }
  const all = [...found.values()].toSorted((a, b) => b.weight - a.weight);
  const place = ({ values }: Part) => counting.of.statuses.indexOf(values[0] ?? '');
  const ordered = (parts: Part[]) => (field === 'status' ? parts.toSorted((a, b) => place(a) - place(b)) : parts);
  if (all.length <= most) return ordered(all);
  const rest = all.slice(most - 1);
  return [
    ...ordered(all.slice(0, most - 1)),
    { label: viewer.t('dashboards.others', { count: rest.length }), values: rest.flatMap(({ values }) => values) },
  ];
}
