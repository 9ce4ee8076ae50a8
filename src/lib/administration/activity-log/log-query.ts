import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES, SEARCH_MAX } from '#lib/values/constants.ts';
import { isDate, parseDate } from '#lib/values/time.ts';

/** The outcomes of a logged act. */
export const OUTCOMES = ['ok', 'refused', 'error'] as const;

/** The whole state of the activity log's screen in its address. */
export interface LogQuery {
  /** Search words: number, person, field. */
  q: string;
  /** Ids of people. */
  who: string[];
  /** 'YYYY-MM-DD' in Singapore; '' is open-ended. */
  from: string;
  to: string;
  subject: string[];
  event: string[];
  /** Prefix of a record's number. */
  number: string;
  /** Name of a field, declared or as labelled. */
  field: string;
  outcome: string[];
  /** Prefix of a network address. */
  address: string;
  /** Id of a request: everything it caused. */
  request: string;
  page: number;
  perPage: number;
}

const several = ['who', 'subject', 'event', 'outcome'] as const;
const texts = ['q', 'number', 'field', 'address', 'request'] as const;
const dates = ['from', 'to'] as const;

/** Reads the state from the address; unknown values are ignored, never an error. */
export function readLogQuery(params: URLSearchParams): LogQuery {
  const perPage = Number(params.get('perPage'));
  const query = {
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
  } as LogQuery;
  for (const name of several)
    query[name] = [
      ...new Set(
        params
          .getAll(name)
          .map((value) => value.trim())
          .filter(Boolean),
      ),
    ].slice(0, 50);
  for (const name of texts) query[name] = (params.get(name) ?? '').trim().slice(0, SEARCH_MAX);
  for (const name of dates) query[name] = dateOf(params.get(name) ?? '');
  return query;
}

/** The address of a state, defaults left out. A changed state starts on page 1. */
export function logHref(query: LogQuery, change: Partial<LogQuery> = {}): string {
  const wanted = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  for (const name of [...texts, ...dates]) if (wanted[name]) params.set(name, wanted[name]);
  for (const name of several) for (const value of wanted[name]) params.append(name, value);
  if (wanted.perPage !== PAGE_SIZE) params.set('perPage', String(wanted.perPage));
  if (wanted.page > 1) params.set('page', String(wanted.page));
  return params.size > 0 ? `?${params}` : '?';
}

/** The filters, for the log entry that reading writes: the page does not matter. */
export function filtersOf({ page: _page, perPage: _perPage, ...filters }: LogQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value.length > 0));
}

function dateOf(text: string): string {
  const trimmed = text.trim();
  return isDate(trimmed) ? trimmed : (parseDate(trimmed) ?? '');
}
