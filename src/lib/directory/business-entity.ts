import { recordPaths } from '#lib/records/paths.ts';
import { boolean, choice, date, month, longText, rows, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';

/** A legal entity of the business; its short code is part of every document number (model of the directory, 4.3). */
export const businessEntity = entity('business-entity', {
  module: 'directory',
  plural: 'business-entities',
  subject: 'BusinessEntity',
  path: '/directory/business-entities',
  title: ['legalName'],
  fields: {
    legalName: text({ max: 150 }),
    nameChinese: text({ max: 100, optional: true }),
    shortCode: text({ max: 6 }),
    uen: text({ max: 20 }),
    gstRegistered: boolean(),
    gstNo: text({ max: 30, optional: true }),
    gstFrom: date({ optional: true }),
    phone: text({ max: 30, optional: true }),
    baseCurrency: choice(['SGD'], { readOnly: true }),
    logo: text({ max: 500, optional: true, readOnly: true }),
    logoFileStorage: text({ max: 500, optional: true, readOnly: true }),
    /** The accounts our customers pay to; account numbers are masked in the log. */
    bankAccounts: rows(
      {
        bank: text({ max: 100 }),
        accountName: text({ max: 150 }),
        accountNumber: text({ max: 34 }),
        swift: text({ max: 11, optional: true }),
        payNowUen: text({ max: 20, optional: true }),
      },
      { optional: true },
    ),
    printFooter: longText({ max: 500, optional: true }),
    fiscalYearStartMonth: month(),
  },
  list: {
    columns: [
      'shortCode',
      'legalName',
      'nameChinese',
      'uen',
      'gstRegistered',
      'gstNo',
      'phone',
      'baseCurrency',
      'status',
      'updatedAt',
    ],
    hidden: ['phone', 'baseCurrency', 'updatedAt'],
    sortable: ['shortCode', 'legalName', 'updatedAt'],
    defaultSort: 'legalName',
    filters: ['status', 'gstRegistered'],
    types: { 'all-business-entities': {}, active: { statuses: ['active'] }, inactive: { statuses: ['inactive'] } },
  },
  form: [
    'legalName',
    'nameChinese',
    'shortCode',
    'uen',
    'gstRegistered',
    'gstNo',
    'gstFrom',
    'phone',
    'printFooter',
    'fiscalYearStartMonth',
    'bankAccounts',
  ],
  statuses: ['active', 'inactive'],
  transitions: { close: { from: ['active'], to: 'inactive' }, reopen: { from: ['inactive'], to: 'active' } },
});

export type BusinessEntity = RowOf<typeof businessEntity>;

/** The pages of business entities, and their API. */
export const businessEntityPath = {
  ...recordPaths(businessEntity.path),
  /** Where an island uploads a logo, below the API's base. */
  logoCall: (id: string) => `${businessEntity.path}/${id}/logo`,
};
