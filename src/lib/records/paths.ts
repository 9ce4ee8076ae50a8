/** The addresses of records, lists, views, drafts and the search. Browser-safe, without a schema. */
import { apiPath } from '#lib/values/paths.ts';

/** The pages of a kind of record by the address of its list; its API answers at the same addresses below `/api`. */
export function recordPaths(list: string) {
  const api = apiPath(list);
  return {
    list,
    create: `${list}/create`,
    import: `${list}/import`,
    show: (id: string) => `${list}/${id}/show`,
    edit: (id: string) => `${list}/${id}/edit`,
    api: { list: api, one: (id: string) => `${api}/${id}`, export: `${api}/export` },
  };
}

const SEARCH_PATH = '/search';

export const searchPath = {
  page: SEARCH_PATH,
  of: (q: string) => `${SEARCH_PATH}?${new URLSearchParams({ q })}`,
  api: (q: string) => `/api/search?${new URLSearchParams({ q })}`,
  commands: '/api/search/commands',
};

/** The API of saved views; the page of a view is its list. */
export const viewApi = {
  list: '/api/views',
  start: (id: string) => `/api/views/${id}/start`,
  state: (id: string) => `/api/views/${id}/state`,
  removal: (id: string) => `/api/views/${id}/removal`,
  one: (id: string) => `/api/views/${id}`,
};

/** Where the draft of a form is stored. */
export const draftApi = (place: string): string => `/api/drafts?place=${encodeURIComponent(place)}`;

/** What a field may be set to in the cell of a list, as islands call it, below the API's base. */
export const cellCall = (entity: string, id: string, field: string): string =>
  `/records/${entity}/${id}/cells/${field}`;
