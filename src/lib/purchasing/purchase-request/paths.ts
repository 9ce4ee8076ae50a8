/** The addresses of purchase requests. Browser-safe, without a schema; below `/api` they are those of the API. */
import { recordPaths } from '#lib/records/paths.ts';

export const LIST = '/purchasing/purchase-requests';
export const MY_LIST = '/purchasing/my-purchase-requests';

export const requestPath = {
  ...recordPaths(LIST),
  create: `${LIST}/new/create`,
  preview: (id: string) => `${LIST}/prf/${id}/preview`,
  /** The form as a file: by the token of a link, or by the id for who may open the request. */
  download: (key: string) => `/purchase-request/download/prf/${key}`,
};
