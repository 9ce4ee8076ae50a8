import { countingOf, isListOpen, mayExportList, totalOf } from '#lib/dashboards/widget/figures.server.ts';
import { listAt } from '#lib/dashboards/widget/list.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { firstList, listFaults } from './list-settings.server.ts';

/** The share of a list in one state: "12 of 40". The total is the list without its tab and filters. */
export const progress: WidgetType = {
  name: 'progress',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: ['list', 'measure', 'period'],
  required: ['list'],
  defaults: (actor) => ({ list: firstList(actor), measure: 'count' }),
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings),
  async read(viewer, settings) {
    const counting = countingOf(viewer, settings);
    const own = listAt(settings.list)!.query;
    const [type = null] = Object.keys(counting.of.list.types ?? {});
    const filters = Object.fromEntries(Object.entries(counting.query.filters).filter(([name]) => !own.filters[name]));
    const whole = { ...counting, query: { ...counting.query, q: '', type, filters } };
    const [part, all] = await Promise.all([totalOf(viewer, counting), totalOf(viewer, whole)]);
    return { kind: 'progress', part, whole: all };
  },
  mayExport: mayExportList,
};
