import type { Ability } from '#lib/values/ability.ts';
import type { Need } from '#lib/access/session/page.ts';
import type { BoardFilters } from '#lib/dashboards/board-filters.ts';
import type { PlacedWidget, Settings, Size } from '#lib/dashboards/widget/widget.ts';

const card: Size = { wide: 3, medium: 4, narrow: 6 };
const third: Size = { wide: 4, medium: 6, narrow: 12 };
const placed = (number: number, type: string, size: Size, settings: Settings = {}): PlacedWidget => ({
  id: `built-in-${number}`,
  type,
  title: null,
  size,
  settings,
});

/** The filters of the built-in dashboard. */
export const BUILT_IN_FILTERS: BoardFilters = {
  period: 'this-year',
  businessEntityId: null,
  departmentId: null,
  costCenterId: null,
};

/** Its widgets, where nobody has created a general dashboard. Each reader sees what their rights permit. */
export const BUILT_IN: PlacedWidget[] = [
  placed(1, 'pending-my-approval', card),
  placed(2, 'waiting-for-me', third),
  placed(3, 'my-requests-by-state', third),
  placed(4, 'unread-notifications', third),
  placed(5, 'requests-by-state', third),
  placed(6, 'requested-by-month', { wide: 8, medium: 12, narrow: 12 }),
  placed(7, 'system-health', third),
];

/**
 * The widgets of the sales dashboard (specification: sales of lots, suites, events and receipts). Each widget comes
 * with the module whose records it counts; until the first exists the page is not offered.
 */
export const SALES: (PlacedWidget & { needs: Need })[] = [];

/** Whether a person would see anything on it. */
export const hasSales = (ability: Ability): boolean =>
  SALES.some(({ needs: { subject, anyOf } }) => ability.can(subject, ...anyOf));
