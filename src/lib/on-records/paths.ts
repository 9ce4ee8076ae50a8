/** The API of what hangs on a record, and the pages of files that are passed on. Browser-safe. */
export const onRecordApi = (entity: string, id: string) => {
  const record = `/api/records/${entity}/${id}`;
  return {
    comments: `${record}/comments`,
    watch: `${record}/watch`,
    removal: (attachment: string) => `${record}/attachments/${attachment}/removal`,
  };
};

/** As islands call it, below the API's base. */
export const attachmentsCall = (entity: string, id: string): string => `/records/${entity}/${id}/attachments`;

/** A file by its id, or by the token of a link. */
export const sharedFilePath = {
  page: (key: string) => `/file/${key}`,
  content: (key: string) => `/file/${key}/content`,
};

/** The people who can be mentioned on a record, by a part of their name. */
export const mentionsCall = (entity: string, id: string, words: string): string =>
  `/records/${entity}/${id}/people?q=${encodeURIComponent(words)}`;
