import { PERIODS, type Period } from '#lib/dashboards/period.ts';

/** The filters applied to the widgets of a dashboard; null is no filter. */
export interface BoardFilters {
  period: Period;
  businessEntityId: string | null;
  departmentId: string | null;
  costCenterId: string | null;
}

/** No filter at all. */
export const EVERYTHING: BoardFilters = {
  period: 'all',
  businessEntityId: null,
  departmentId: null,
  costCenterId: null,
};

export const FILTER_NAMES = ['period', 'businessEntityId', 'departmentId', 'costCenterId'] as const;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The filters of the address, else those of the dashboard; unknown values are ignored. 'all' removes a filter. */
export function readFilters(params: URLSearchParams, own: BoardFilters): BoardFilters {
  const idOf = (name: Exclude<keyof BoardFilters, 'period'>) => {
    const asked = params.get(name);
    return asked === 'all' ? null : asked !== null && ID.test(asked) ? asked : own[name];
  };
  return {
    period: PERIODS.find((name) => name === params.get('period')) ?? own.period,
    businessEntityId: idOf('businessEntityId'),
    departmentId: idOf('departmentId'),
    costCenterId: idOf('costCenterId'),
  };
}
