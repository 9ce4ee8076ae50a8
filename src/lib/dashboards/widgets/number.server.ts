import { countingOf, isListOpen, mayExportList, totalOf } from '#lib/dashboards/widget/figures.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { firstList, listFaults } from './list-settings.server.ts';

/** One figure: the rows of a list, or the sum of an amount. */
export const number: WidgetType = {
  name: 'number',
  size: { wide: 3, medium: 4, narrow: 6 },
  settings: ['list', 'measure', 'period'],
  required: ['list'],
  defaults: (actor) => ({ list: firstList(actor), measure: 'count' }),
  isOpen: isListOpen,
  isFiltered: true,
  check: (_, settings) => listFaults(settings),
  async read(viewer, settings) {
    const counting = countingOf(viewer, settings);
    const figure = await totalOf(viewer, counting);
    return {
      kind: 'figure',
      figure,
      note: counting.summed !== null ? viewer.t('dashboards.records', { count: figure.count }) : undefined,
    };
  },
  mayExport: mayExportList,
};
