import { ALL_MY_REQUESTS, ALL_REQUESTS } from '#lib/purchasing/purchase-request/purchase-request.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Settings } from '#lib/dashboards/widget/widget.ts';
import { bars } from './bars.server.ts';
import { byMonth } from './by-month.server.ts';
import { stackedBar } from './stacked-bar.server.ts';

/** A ready-made widget of lists, without settings. */
function ready(name: string, made: WidgetType, fixed: Settings, more: Partial<WidgetType> = {}): WidgetType {
  return {
    ...made,
    name,
    settings: [],
    required: [],
    defaults: () => ({}),
    check: () => [],
    isOpen: (actor) => made.isOpen(actor, fixed),
    read: (viewer) => made.read(viewer, fixed),
    mayExport: (actor) => made.mayExport?.(actor, fixed) ?? false,
    ...more,
  };
}

export const myRequestsByState = ready('my-requests-by-state', bars, {
  list: ALL_MY_REQUESTS,
  by: 'status',
  measure: 'count',
});
export const requestsByState = ready('requests-by-state', bars, { list: ALL_REQUESTS, by: 'status', measure: 'count' });
export const requestsByDepartment = ready('requests-by-department', stackedBar, {
  list: ALL_REQUESTS,
  by: 'departmentId',
  dividedBy: 'status',
  measure: 'count',
});
export const requestedByCategory = ready('requested-by-category', bars, {
  list: ALL_REQUESTS,
  by: 'expenseCategoryId',
  measure: 'estimatedGrossCents',
});
export const requestedByMonth = ready('requested-by-month', byMonth, {
  list: ALL_REQUESTS,
  by: 'createdAt',
  measure: 'estimatedGrossCents',
  drawn: 'bar',
});
