/** The addresses of stored files. Browser-safe. */
export const FILES_PATH = '/api/files';

export const filePath = (storageKey: string): string => `${FILES_PATH}/${storageKey}`;

/** As islands call them, below the API's base: where a file may be sent to, and read from. */
export const uploadCall = '/generate-presigned-url';
export const downloadCall = '/file-presigned-url';
