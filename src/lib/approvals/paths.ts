/** The pages of approvals. Browser-safe, without a schema. */
export const INBOX_PATH = '/approvals';

/** The page on which a task is decided without signing in. */
export const decidePath = (token: string): string => `/decide/${token}`;
