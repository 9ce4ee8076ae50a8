/** Base of the API; a page's API is at the same address below this. Browser-safe. */
export const API = '/api';

export const apiPath = (path: string): string => API + path;

/** An address of the API as pages link it, for the client in the browser: below the API's base, wherever that is. */
export const callOf = (address: string): string => address.slice(API.length);
