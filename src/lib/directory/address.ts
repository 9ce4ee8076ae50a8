import { recordPaths } from '#lib/records/paths.ts';
import { choice, contactNumber, coordinate, longText, reference, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import './business-entity.ts';
import './department.ts';

const addressKinds = ['registered', 'billing', 'delivery', 'store', 'site'] as const;

/** For a reference: where things are taken in is offered before letterheads and invoices. */
export const DELIVERY_FIRST = { field: 'kind', values: ['delivery', 'store', 'site'] } as const;

/**
 * One of our addresses, for letterheads and deliveries; documents have a copy of their own (model of the directory,
 * 4.3).
 */
export const address = entity('address', {
  module: 'directory',
  plural: 'addresses',
  subject: 'Address',
  path: '/directory/addresses',
  title: ['label'],
  fields: {
    label: text({ max: 80 }),
    kind: choice(addressKinds),
    block: text({ max: 10, optional: true }),
    street: text({ max: 150 }),
    unitNo: text({ max: 20, optional: true }),
    building: text({ max: 100, optional: true }),
    postalCode: text({ max: 10 }),
    country: text({ max: 60 }),
    latitude: coordinate({ limit: 90, optional: true }),
    longitude: coordinate({ limit: 180, optional: true }),
    contactName: text({ max: 100, optional: true }),
    contactNumber: contactNumber({ optional: true }),
    businessEntityId: reference('business-entity', { optional: true }),
    departmentId: reference('department', { optional: true }),
    deliveryNotes: longText({ max: 500, optional: true }),
  },
  list: {
    columns: [
      'label',
      'kind',
      'block',
      'street',
      'postalCode',
      'country',
      'businessEntityId',
      'departmentId',
      'contactName',
      'contactNumber',
      'status',
      'updatedAt',
    ],
    hidden: ['country', 'businessEntityId', 'departmentId', 'updatedAt'],
    sortable: ['label', 'postalCode', 'updatedAt'],
    defaultSort: 'label',
    filters: ['status', 'kind', 'businessEntityId', 'departmentId'],
    types: { 'all-addresses': {}, active: { statuses: ['active'] }, inactive: { statuses: ['inactive'] } },
  },
  form: [
    'label',
    'kind',
    'block',
    'street',
    'unitNo',
    'building',
    'postalCode',
    'country',
    'latitude',
    'longitude',
    'businessEntityId',
    'departmentId',
    'contactName',
    'contactNumber',
    'deliveryNotes',
  ],
  statuses: ['active', 'inactive'],
  transitions: { close: { from: ['active'], to: 'inactive' }, reopen: { from: ['inactive'], to: 'active' } },
});

export type Address = RowOf<typeof address>;

const paths = recordPaths(address.path);

/** The pages of addresses, and their API. */
export const addressPath = {
  ...paths,
  /** A new address of a company. */
  createFor: (businessEntityId: string) => `${paths.create}?businessEntityId=${businessEntityId}`,
};
