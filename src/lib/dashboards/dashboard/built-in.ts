import type { Ability } from '#lib/values/ability.ts';
import type { Need } from '#lib/access/session/page.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import type { PlacedWidget } from '#lib/dashboards/widget/widget.ts';

/** The filters of the dashboards that come with the product. */
export const BUILT_IN_FILTERS: BoardFilters = {
  period: 'this-year',
  businessEntityId: null,
  departmentId: null,
  costCenterId: null,
};

/**
 * The widgets of the sales dashboard (specification: sales of lots, suites, events and receipts). Each widget comes
 * with the module whose records it counts; until the first exists the page is not offered.
 */
export const SALES: (PlacedWidget & { needs: Need })[] = [];

/** Whether a person would see anything on it. */
export const hasSales = (ability: Ability): boolean =>
  SALES.some(({ needs: { subject, anyOf } }) => ability.can(subject, ...anyOf));
