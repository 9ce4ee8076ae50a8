import { store } from '#lib/records/store.server.ts';
import { costCenter, type CostCenter } from './cost-center.ts';
import { expenseCategory, type ExpenseCategory } from './expense-category.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    expenseCategories: ExpenseCategory;
    costCenters: CostCenter;
  }
}

export const expenseCategories = store(expenseCategory, { rights: { list: ['read'], show: ['read'] } });
export const costCenters = store(costCenter, { rights: { list: ['read'], show: ['read'] } });
