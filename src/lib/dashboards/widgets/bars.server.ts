import { labels } from '#lib/records/entity.ts';
import {
  addressWithin,
  countingOf,
  groupsOf,
  isListOpen,
  lookOfValue,
  mayExportList,
  sumOf,
  valueText,
} from '#lib/dashboards/widget/figures.server.ts';
import { addressOf } from '#lib/dashboards/widget/list.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Bar } from '#lib/dashboards/widget/widget.ts';
import { firstGrouping, firstList, listFaults } from './list-settings.server.ts';

/** More bars than this are hard to read at a glance; the others become one. */
const MOST_BARS = 8;

/**
 * A list by the values of one field: a bar, a label and a figure for each. Statuses in their own order, others the
 * largest first.
 */
export const bars: WidgetType = {
  name: 'bars',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: ['list', 'by', 'measure', 'period'],
  required: ['list', 'by'],
  defaults: (actor) => ({ list: firstList(actor), by: firstGrouping(firstList(actor)), measure: 'count' }),
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings),
  async read(viewer, settings) {
    const counting = countingOf(viewer, settings);
    const field = settings.by!;
    const groups = await groupsOf(viewer, counting, [{ field }]);
    const figures = groups.map((group) => ({ group, figure: sumOf(counting, [group]) }));
    const place = (value: string | null) => counting.of.statuses.indexOf(value ?? '');
    const ordered = figures.toSorted((a, b) =>
      field === 'status' ? place(a.group.values[0]!) - place(b.group.values[0]!) : b.figure.value - a.figure.value,
    );
    const [shown, rest] =
      ordered.length > MOST_BARS && field !== 'status'
        ? [ordered.slice(0, MOST_BARS - 1), ordered.slice(MOST_BARS - 1)]
        : [ordered, []];
    const longest = Math.max(1, ...shown.map(({ figure }) => figure.value));
    const bar = (label: string, values: (string | null)[], these: typeof figures): Bar => {
      const figure = sumOf(
        counting,
        these.map(({ group }) => group),
        addressWithin(counting, { [field]: values }),
      );
      const note = counting.summed === null ? undefined : viewer.t('dashboards.records', { count: figure.count });
      const look = values.length === 1 ? lookOfValue(counting.of, field, values[0]!) : undefined;
      return { label, figure, share: Math.min(1, figure.value / longest), look, ...(note && { note }) };
    };
    return {
      kind: 'bars',
      byName: viewer.t(labels.field(counting.of, field)),
      bars: [
        ...shown.map((one) =>
          bar(valueText(viewer, counting.of, field, one.group.values[0]!, one.group.titles[0]!), one.group.values, [
            one,
          ]),
        ),
        ...(rest.length > 0
          ? [
              bar(
                viewer.t('dashboards.others', { count: rest.length }),
                rest.map(({ group }) => group.values[0]!),
                rest,
              ),
            ]
          : []),
      ],
      total: sumOf(counting, groups, addressOf(counting)),
    };
  },
  mayExport: mayExportList,
};
