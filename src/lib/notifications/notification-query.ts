import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/values/constants.ts';
import { KINDS, type Kind } from './events.ts';
import { NOTIFICATIONS_PATH } from './paths.ts';

/** The tabs, first is the default. */
export const NOTIFICATION_TYPES = ['all', 'unread'] as const;

/** The whole state of the list of notifications in its address. Browser-safe. */
export interface NotificationQuery {
  type: (typeof NOTIFICATION_TYPES)[number];
  kind: Kind[];
  page: number;
  perPage: number;
}

/** Reads the state from the address; unknown values are ignored, never an error. */
export function readNotificationQuery(params: URLSearchParams): NotificationQuery {
  const perPage = Number(params.get('perPage'));
  return {
    type: NOTIFICATION_TYPES.find((name) => name === params.get('type')) ?? 'all',
    kind: KINDS.filter((name) => params.getAll('kind').includes(name)),
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
  };
}

/** The address of a state, defaults left out. A changed state starts on page 1. */
export function notificationHref(query: NotificationQuery, change: Partial<NotificationQuery> = {}): string {
  const { type, kind, page, perPage } = { ...query, page: 1, ...change };
  const params = new URLSearchParams({ ...(type !== 'all' && { type }) });
  for (const name of kind) params.append('kind', name);
  if (perPage !== PAGE_SIZE) params.set('perPage', String(perPage));
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${NOTIFICATIONS_PATH}?${params}` : NOTIFICATIONS_PATH;
}
