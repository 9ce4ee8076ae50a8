import { recordPaths } from '#lib/records/paths.ts';
import { computed, email, money, reference, rows, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import './business-entity.ts';

/** A department: a node of the company's tree with its head (model of the directory, 4.3). */
export const department = entity('department', {
  module: 'directory',
  plural: 'departments',
  subject: 'Department',
  path: '/directory/departments',
  title: ['name'],
  tree: 'parentId',
  outOfUse: 'closed-department',
  fields: {
    code: text({ max: 20 }),
    name: text({ max: 100 }),
    businessEntityId: reference('business-entity'),
    parentId: reference('department', { optional: true }),
    headUserId: reference('user'),
    deputyHeadId: reference('user', { optional: true }),
    email: email({ optional: true }),
    /** Who may approve for the department, each up to an amount in cents. */
    approvers: rows({ userId: reference('user'), limitCents: money({ positive: true }) }, { optional: true }),
    members: computed('integer'),
  },
  list: {
    columns: [
      'code',
      'name',
      'businessEntityId',
      'parentId',
      'headUserId',
      'deputyHeadId',
      'email',
      'members',
      'status',
      'updatedAt',
    ],
    hidden: ['deputyHeadId', 'email', 'updatedAt'],
    inCell: ['headUserId', 'deputyHeadId'],
    sortable: ['code', 'name', 'updatedAt'],
    defaultSort: 'code',
    filters: ['status', 'businessEntityId', 'headUserId'],
    types: { 'all-departments': {}, active: { statuses: ['active'] }, closed: { statuses: ['closed'] } },
  },
  form: ['code', 'name', 'businessEntityId', 'parentId', 'headUserId', 'deputyHeadId', 'email', 'approvers'],
  statuses: ['active', 'closed'],
  transitions: { close: { from: ['active'], to: 'closed' }, reopen: { from: ['closed'], to: 'active' } },
});

export type Department = RowOf<typeof department>;

/** The pages of departments, and their API. */
export const departmentPath = recordPaths(department.path);
