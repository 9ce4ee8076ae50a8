/** Pages of the notifications. Browser-safe. */
export const NOTIFICATIONS_PATH = '/notifications';

/** Where each chooses how to be told. */
export const PREFERENCES_PATH = '/pages/account-setting?tab=notifications';
