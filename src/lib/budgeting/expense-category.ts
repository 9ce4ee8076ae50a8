import { text } from '#lib/values/fields.ts';
import { entity, type RowOf } from '#lib/records/entity.ts';

/** The kind of expense of a purchase: '5310 Stonework'. */
export const expenseCategory = entity('expense-category', {
  module: 'budgeting',
  plural: 'expense-categories',
  subject: 'ExpenseCategory',
  path: '/budgeting/expense-categories',
  title: ['code', 'name'],
  fields: { code: text({ max: 20 }), name: text({ max: 100 }) },
  list: { columns: ['code', 'name', 'status'], sortable: ['code', 'name'], defaultSort: 'code' },
  form: ['code', 'name'],
  statuses: ['active', 'inactive'],
  transitions: { close: { from: ['active'], to: 'inactive' } },
});

export type ExpenseCategory = RowOf<typeof expenseCategory>;
