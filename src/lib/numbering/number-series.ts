import { recordPaths } from '#lib/records/paths.ts';
import { choice, computed, integer, reference, text } from '#lib/values/fields.ts';
import { DOC_TYPES } from '#lib/values/doc-types.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';

/** A gap-free series of numbers: one for each type of document, business entity and year. Read-only for people. */
export const numberSeries = entity('number-series', {
  module: 'settings',
  plural: 'number-series',
  subject: 'NumberSeries',
  path: '/settings/number-continuity',
  title: ['prefix'],
  fields: {
    prefix: text({ max: 40, readOnly: true }),
    docType: choice(DOC_TYPES, { readOnly: true }),
    businessEntityId: reference('business-entity', { readOnly: true }),
    year: integer({ readOnly: true }),
    width: integer({ readOnly: true }),
    nextValue: integer({ readOnly: true }),
    firstNumber: computed(),
    lastNumber: computed(),
    issued: computed('integer'),
    missing: computed('integer'),
    /** The missing numbers: 'PR-SWG-2026-00003, PR-SWG-2026-00007'. */
    missingNumbers: computed(),
    /** The voided numbers, each with its reason. */
    voided: computed(),
  },
  list: {
    columns: [
      'prefix',
      'docType',
      'businessEntityId',
      'year',
      'firstNumber',
      'lastNumber',
      'issued',
      'missing',
      'missingNumbers',
      'voided',
    ],
    hidden: ['missingNumbers'],
    sortable: ['prefix', 'year'],
    defaultSort: '-year,prefix',
    filters: ['docType', 'businessEntityId', 'year'],
    types: { 'all-series': {}, 'with-missing': {}, 'with-voided': {} },
  },
  form: [],
  statuses: ['active'],
  transitions: {},
  scope: { businessEntity: 'businessEntityId' },
});

export type NumberSeries = RowOf<typeof numberSeries>;

/** The pages of series of numbers, and their API. */
export const numberSeriesPath = recordPaths(numberSeries.path);
