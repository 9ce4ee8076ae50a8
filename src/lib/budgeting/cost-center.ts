import { reference, text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';
import '#lib/directory/department.ts';

/** A part of the company that bears expenses: 'OPS-COL Columbarium'. */
export const costCenter = entity('cost-center', {
  module: 'budgeting',
  plural: 'cost-centers',
  subject: 'CostCenter',
  path: '/budgeting/cost-center',
  title: ['code', 'name'],
  fields: {
    code: text({ max: 20 }),
    name: text({ max: 100 }),
    departmentId: reference('department', { optional: true }),
  },
  list: { columns: ['code', 'name', 'departmentId', 'status'], sortable: ['code', 'name'], defaultSort: 'code' },
  form: ['code', 'name', 'departmentId'],
  statuses: ['active', 'inactive'],
  transitions: { close: { from: ['active'], to: 'inactive' } },
});

export type CostCenter = RowOf<typeof costCenter>;
