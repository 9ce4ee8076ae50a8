/** The addresses of the notifications. Browser-safe. */
import { accountPath } from '#lib/access/paths.ts';

export const NOTIFICATIONS_PATH = '/notifications';

/** The preferences of the notifications. */
export const PREFERENCES_PATH = accountPath.tab('notifications');

export const notificationApi = {
  newest: '/api/notifications/newest',
  newsAfter: (after: string) => `/api/notifications/news?after=${after}`,
  reading: '/api/notifications/reading',
};
