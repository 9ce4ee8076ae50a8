import { countCases } from '#lib/administration/relaxed-duties/relaxed-duties.server.ts';
import { READ, SUBJECT } from '#lib/administration/activity-log/log-reading.server.ts';
import { relaxedDutiesPath } from '#lib/administration/paths.ts';
import { numberSeriesPath } from '#lib/numbering/number-series.ts';
import { countingOf, isListOpen, totalOf } from '#lib/dashboards/widget/figures.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Line } from '#lib/dashboards/widget/widget.ts';
import { readyNow } from './ready.server.ts';
import { table } from './table.server.ts';

/** The series of numbers, each with its first and last, and what is missing. */
export const numberContinuity = readyNow('number-continuity', table, {
  list: `${numberSeriesPath.list}?cols=prefix,firstNumber,lastNumber,issued,missing`,
  rows: 5,
});

const IN_SERIES = ['with-missing', 'with-voided'] as const;

/** What an auditor looks into: duties that one person did both of, numbers that are missing or void. */
export const dutiesAndNumbers: WidgetType = {
  name: 'duties-and-numbers',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: ({ ability }) => ability.can(SUBJECT, READ),
  async read(reading) {
    const { actor, t, today } = reading;
    const month = today.slice(0, 7);
    const cases = await countCases(actor, month);
    const lists = await Promise.all(
      IN_SERIES.map(async (type): Promise<Line[]> => {
        const settings = { list: `${numberSeriesPath.list}?type=${type}`, measure: 'count', period: 'all' as const };
        if (!(await isListOpen(actor, settings))) return [];
        const figure = await totalOf(reading, countingOf(reading, settings));
        return [
          { label: t(`dashboards.oversight.${type}`), figure, care: type === 'with-missing' && figure.value > 0 },
        ];
      }),
    );
    const relaxed: Line = {
      label: t('dashboards.oversight.relaxed'),
      figure: { value: cases, unit: 'count', href: relaxedDutiesPath.month(month) },
      care: cases > 0,
    };
    return { kind: 'figures', lines: [relaxed, ...lists.flat()] };
  },
};
