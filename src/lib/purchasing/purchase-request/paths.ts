/** The addresses of purchase requests. Browser-safe, without a schema; below `/api` they are those of the API. */
export const LIST = '/purchasing/purchase-requests';
export const MY_LIST = '/purchasing/my-purchase-requests';

/** Each list with its first tab, as links to it say. */
export const ALL = `${LIST}/all-requests`;
export const ALL_OF_MINE = `${MY_LIST}/all-my-requests`;

export const requestPath = {
  create: `${LIST}/new/create`,
  show: (id: string) => `${LIST}/${id}/show`,
  edit: (id: string) => `${LIST}/${id}/edit`,
  preview: (id: string) => `${LIST}/prf/${id}/preview`,
  /** The form as a file: by the token of a link, or by the id for who may open the request. */
  download: (key: string) => `/purchase-request/download/prf/${key}`,
};
