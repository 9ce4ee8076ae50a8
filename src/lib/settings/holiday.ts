import { recordPaths } from '#lib/records/paths.ts';
import { boolean, date, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';

/** A day on which nobody works: the public holidays of Singapore, and those the company adds. */
export const holiday = entity('holiday', {
  module: 'settings',
  plural: 'holidays',
  subject: 'Holiday',
  path: '/settings/holidays',
  title: ['name'],
  fields: {
    date: date(),
    name: text({ max: 100 }),
    nameDe: text({ max: 100, optional: true }),
    nameFr: text({ max: 100, optional: true }),
    namePt: text({ max: 100, optional: true }),
    /** Subject to confirmation: the date may still change. */
    subjectToChange: boolean(),
  },
  list: {
    columns: ['date', 'name', 'nameDe', 'nameFr', 'namePt', 'subjectToChange', 'status', 'updatedAt'],
    hidden: ['nameDe', 'nameFr', 'namePt', 'subjectToChange', 'updatedAt'],
    sortable: ['date', 'name', 'updatedAt'],
    defaultSort: 'date',
    filters: ['date', 'subjectToChange', 'status'],
    types: {
      upcoming: { statuses: ['active'] },
      past: { statuses: ['active'] },
      retired: { statuses: ['retired'] },
      'all-holidays': {},
    },
  },
  form: ['date', 'name', 'nameDe', 'nameFr', 'namePt', 'subjectToChange'],
  statuses: ['active', 'retired'],
  transitions: { retire: { from: ['active'], to: 'retired' }, restore: { from: ['retired'], to: 'active' } },
});

export type Holiday = RowOf<typeof holiday>;

/** The name in the reader's language, where entered. */
export function holidayName(row: Pick<Holiday, 'name' | 'nameDe' | 'nameFr' | 'namePt'>, language: string): string {
  return { de: row.nameDe, fr: row.nameFr, pt: row.namePt }[language] ?? row.name;
}

/** The pages of holidays, and their API. */
export const holidayPath = recordPaths(holiday.path);
