/** The addresses of a kind of document. Browser-safe, without a schema. */
import { recordPaths } from '#lib/records/paths.ts';

/**
 * The pages of a kind of document by the address of its list, and its API. Where it has a print ('prf'), its preview,
 * and the print as a file: by the token of a link, or by the id for who may open the document.
 */
export function documentPaths(list: string, print = 'print') {
  return {
    ...recordPaths(list),
    preview: (id: string) => `${list}/${id}/${print}`,
    download: (key: string) => `${list}/${print}/${key}`,
  };
}

/** The list of one's own documents of a kind, and its API. */
export const ownListPaths = (list: string) => ({ list, api: recordPaths(list).api.list });
