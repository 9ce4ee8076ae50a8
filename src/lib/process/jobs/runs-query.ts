/** The state of a job's page in its address. Browser-safe. */
import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/values/constants.ts';

export const OUTCOMES = ['done', 'failed', 'interrupted'] as const;

export interface RunsQuery {
  /** One of OUTCOMES; '' for all. */
  outcome: string;
  page: number;
  perPage: number;
}

/** Reads the state from the address; unknown values are ignored, never an error. */
export function readRunsQuery(params: URLSearchParams): RunsQuery {
  const perPage = Number(params.get('perPage'));
  const outcome = params.get('outcome') ?? '';
  return {
    outcome: isOneOf(OUTCOMES, outcome) ? outcome : '',
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
  };
}

/** The address of a state, defaults left out. A changed state starts on page 1. */
export function runsHref(query: RunsQuery, change: Partial<RunsQuery> = {}): string {
  const { outcome, page, perPage } = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (outcome) params.set('outcome', outcome);
  if (perPage !== PAGE_SIZE) params.set('perPage', String(perPage));
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}
