import { uploadCall, downloadCall } from '#lib/process/files/paths.ts';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { api } from './api.ts';
import { ApiError, type Problem } from './api-error.ts';
import { startLoading } from './stores/loading.ts';

/**
 * The result of an upload (specification, section 3). `fileName` is the name in the store, for the record that uses the
 * file.
 */
export interface Uploaded {
  fileUrl: string;
  fileName: string;
  upload: boolean;
}

export interface UploadOptions {
  /** Called with the fraction sent, from 0 to 1. */
  progress?: (part: number) => void;
  /** Called with the reason why the app refused the file, ready to be shown. */
  refused?: (why: string) => void;
  /** Aborting it gives the upload up, wherever it is: null, without a word. */
  signal?: AbortSignal;
}

/**
 * Uploads a file to a signed address (specification, section 7), of the app or of its object store. A failure is logged
 * to the console and null returned (section 8).
 */
export async function upload(
  file: File,
  { progress = () => {}, refused = () => {}, signal = new AbortController().signal }: UploadOptions = {},
): Promise<Uploaded | null> {
  const stopLoading = startLoading();
  try {
    return await Promise.race([send(file, progress, signal), givenUp(signal)]);
  } catch (error) {
    console.error('The upload failed', error);
    if (error instanceof ApiError && error.status >= 400) refused(error.message);
    return null;
  } finally {
    stopLoading();
  }
}

async function send(file: File, progress: (part: number) => void, signal: AbortSignal): Promise<Uploaded> {
  const fileType = file.type || 'application/octet-stream';
  const wanted = { fileName: `${Date.now()}-${file.name}`, fileType, fileSize: file.size };
  const signed = await api<{ signedUrl: string; upload: boolean }>(uploadCall, {
    method: 'POST',
    body: wanted,
    signal,
  });
  const fileUrl = signed.signedUrl.split('?', 1)[0]!;
  if (signed.upload) await put(signed.signedUrl, file, fileType, progress, signal);
  return {
    fileUrl,
    fileName: decodeURIComponent(fileUrl.slice(fileUrl.lastIndexOf('/') + 1)),
    upload: signed.upload,
  };
}

function givenUp(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** The address to download a stored file from; null when there is none, which is logged to the console. */
export async function fileLink(fileName: string): Promise<string | null> {
  try {
    return (await api<{ signedUrl: string }>(downloadCall, { method: 'POST', body: { fileName } })).signedUrl;
  } catch (error) {
    console.error('The file has no link', error);
    return null;
  }
}

/**
 * By XMLHttpRequest, because fetch does not report progress. Only status 200 is success. The address itself is the
 * right to write there: a store takes no token beside it, and nothing is asked twice.
 */
function put(
  url: string,
  file: File,
  fileType: string,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.timeout = REQUEST_TIMEOUT_MS;
    request.setRequestHeader('content-type', fileType);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status === 200 ? resolve() : reject(answerOf(request)));
    request.onerror = request.ontimeout = () => reject(new Error('The store did not answer'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** The app says in words why it refused; an external store does not. */
function answerOf(request: XMLHttpRequest): Error {
  if (!request.getResponseHeader('content-type')?.startsWith('application/problem+json'))
    return new Error(`The store answered ${request.status}`);
  return new ApiError(request.status, JSON.parse(request.responseText) as Problem);
}
