/** Base of the API; a page's API is at the same address below this. Browser-safe. */
export const API = '/api';

export const apiPath = (path: string): string => API + path;
