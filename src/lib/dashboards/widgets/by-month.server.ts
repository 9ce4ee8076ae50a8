import { labels } from '#lib/records/entity.ts';
import { languageTags } from '#lib/values/languages.ts';
import { shortMonthName } from '#lib/values/time.ts';
import { daysOfPeriod, daysOfMonth, monthsBetween } from '../period.ts';
import {
  addressWithin,
  countingOf,
  groupsOf,
  isListOpen,
  mayExportList,
  sumOf,
  type Counting,
} from '#lib/dashboards/widget/figures.server.ts';
import { addressOf, datesOf } from '#lib/dashboards/widget/list.server.ts';
import type { Viewer, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Settings } from '#lib/dashboards/widget/widget.ts';
import { firstList, listFaults } from './list-settings.server.ts';

/** A list by the months of a date, in the period of the dashboard; for all time the last twelve. */
export const byMonth: WidgetType = {
  name: 'by-month',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: ['list', 'by', 'measure', 'drawn', 'period'],
  required: ['list', 'by'],
  defaults: (actor) => ({ list: firstList(actor), by: 'createdAt', measure: 'count', drawn: 'bar' }),
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings, datesOf),
  async read(viewer, settings) {
    const counting = countingOf(viewer, settings);
    const field = settings.by!;
    const within = stretchOf(viewer, counting, settings);
    const months = monthsBetween(within.from, within.to);
    const query = {
      ...counting.query,
      filters: { ...counting.query.filters, [field]: [`${daysOfMonth(months[0]!, within).from}..${within.to}`] },
    };
    const bounded = { ...counting, query };
    const groups = await groupsOf(viewer, bounded, [{ field, month: true }]);
    const name = viewer.t(
      counting.summed === null ? labels.many(counting.of) : labels.field(counting.of, counting.summed),
    );
    const figures = months.map((month) => {
      const { from, to } = daysOfMonth(month, within);
      return sumOf(
        bounded,
        groups.filter(({ values }) => values[0] === month),
        addressWithin(counting, { [field]: [`${from}..${to}`] }),
      );
    });
    return {
      kind: 'chart',
      byName: viewer.t('dashboards.month'),
      chart: {
        isOverTime: true,
        kind: settings.drawn ?? 'bar',
        unit: counting.summed === null ? 'count' : 'money',
        categories: months.map((month) => shortMonthName(month, languageTags[viewer.language])),
        series: [{ name, figures, href: addressOf(bounded) }],
      },
    };
  },
  mayExport: mayExportList,
};

/**
 * The days of the list's own filter, else those of the dashboard, else the last twelve months; no future months of this
 * year.
 */
function stretchOf(
  { filters, today }: Viewer,
  { query }: Counting,
  { by, period }: Settings,
): { from: string; to: string } {
  const [from = '', to = ''] = (query.filters[by!]?.[0] ?? '').split('..');
  const usual = daysOfPeriod(period ?? filters.period, today) ?? daysOfPeriod('last-12-months', today)!;
  const found = { from: from || usual.from, to: to || usual.to };
  const lastDay = daysOfMonth(today.slice(0, 7), { from: '', to: '9999-12-31' }).to;
  return found.to > lastDay && found.from <= lastDay ? { ...found, to: lastDay } : found;
}
