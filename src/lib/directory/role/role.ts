import { recordPaths } from '#lib/records/paths.ts';
import { boolean, computed, longText, money, reference, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';

/** The rights of a group of people, as a matrix of subjects and actions (model of the directory, 4.2). */
export const role = entity('role', {
  module: 'directory',
  plural: 'roles',
  subject: 'Role',
  path: '/directory/roles',
  title: ['name'],
  fields: {
    code: text({ max: 30 }),
    name: text({ max: 80 }),
    description: longText({ max: 500, optional: true }),
    maxApprovalCents: money({ optional: true }),
    requiresSecondFactor: boolean(),
    /** The role's owner: asked when somebody of another department is to get it. */
    ownerId: reference('user', { optional: true }),
    isSystem: boolean({ readOnly: true }),
    people: computed('integer'),
    permissionCount: computed('integer'),
  },
  list: {
    columns: [
      'code',
      'name',
      'description',
      'people',
      'permissionCount',
      'ownerId',
      'maxApprovalCents',
      'requiresSecondFactor',
      'status',
      'updatedAt',
    ],
    hidden: ['ownerId', 'maxApprovalCents', 'requiresSecondFactor'],
    givesWay: ['updatedAt', 'permissionCount', 'description'],
    sortable: ['code', 'name', 'updatedAt'],
    defaultSort: 'name',
    types: { 'all-roles': {}, active: { statuses: ['active'] }, retired: { statuses: ['retired'] } },
  },
  form: ['code', 'name', 'description', 'ownerId', 'maxApprovalCents', 'requiresSecondFactor'],
  statuses: ['active', 'retired'],
  transitions: {
    retire: { from: ['active'], to: 'retired' },
    restore: { from: ['retired'], to: 'active' },
  },
});

export type Role = RowOf<typeof role>;

const paths = recordPaths(role.path);

/** The pages of roles, and their API. */
export const rolePath = {
  ...paths,
  compare: (id: string) => `${paths.show(id)}?tab=compare`,
  /** A new role that starts as a copy. */
  copy: (id: string) => `${paths.create}?copy=${id}`,
  api: { ...paths.api, preview: (id: string) => `${paths.api.one(id)}/preview` },
};
