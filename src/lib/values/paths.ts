/** Where the API is; it answers for a page at the same address below this. Browser-safe. */
export const API = '/api';

export const apiPath = (path: string): string => API + path;
