/**
 * Addresses that the script of every page knows at once. Constants of their own, which the build writes into the script:
 * there is room for 3 KB on a page.
 */
export const SIGN_IN_PATH = '/login';
export const SIGN_OUT_API = '/api/logout';
export const SEARCH_PATH = '/search';
