import { api } from './api.ts';
import { startLoading } from './stores/loading.ts';

/** What an upload leaves behind (specification, section 3). `fileName` is the name in the store, for the record that holds the file. */
export interface Uploaded {
  fileUrl: string;
  fileName: string;
  upload: boolean;
}

/**
 * Sends a file to a signed address (specification, section 7). `progress` is told the part sent, from 0 to 1. A failure
 * is logged to the console and null returned (section 8).
 */
export async function upload(file: File, progress: (part: number) => void = () => {}): Promise<Uploaded | null> {
  const stopLoading = startLoading();
  try {
    const fileType = file.type || 'application/octet-stream';
    const wanted = { fileName: `${Date.now()}-${file.name}`, fileType };
    const signed = await api<{ signedUrl: string; upload: boolean }>('/generate-presigned-url', { method: 'POST', body: wanted });
    const fileUrl = signed.signedUrl.split('?', 1)[0]!;
    if (signed.upload) await put(signed.signedUrl, file, fileType, progress);
    return { fileUrl, fileName: decodeURIComponent(fileUrl.slice(fileUrl.lastIndexOf('/') + 1)), upload: signed.upload };
  } catch (error) {
    console.error('The upload failed', error);
    return null;
  } finally {
    stopLoading();
  }
}

/** The address to fetch a stored file from; null when there is none, which is logged to the console. */
export async function fileLink(fileName: string): Promise<string | null> {
  try {
    return (await api<{ signedUrl: string }>('/file-presigned-url', { method: 'POST', body: { fileName } })).signedUrl;
  } catch (error) {
    console.error('The file has no link', error);
    return null;
  }
}

/** By XMLHttpRequest, since fetch does not tell how far it has come. Only status 200 is success. */
function put(url: string, file: File, fileType: string, progress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', fileType);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status === 200 ? resolve() : reject(new Error(`The store answered ${request.status}`)));
    request.onerror = () => reject(new Error('The store did not answer'));
    request.send(file);
  });
}
