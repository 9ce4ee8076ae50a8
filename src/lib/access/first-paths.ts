/**
 * Addresses that the script of every page needs. Constants in a file of their own, which the build inlines into the
 * script: a page has room for 3 KB.
 */
export const SIGN_IN_PATH = '/login';
export const SIGN_OUT_API = '/api/logout';
