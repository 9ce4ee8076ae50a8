/** The addresses of stored files. Browser-safe. */
export const FILES_PATH = '/api/files';

export const filePath = (storageKey: string): string => `${FILES_PATH}/${storageKey}`;

/** For calls from islands, below the API's base: where to upload a file to, and where to read it from. */
export const uploadCall = '/generate-presigned-url';
export const downloadCall = '/file-presigned-url';
