import { ofetch } from 'ofetch';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { apiBase } from './api-base.ts';
import { startLoading } from './stores/loading.ts';

/**
 * Login, refresh and logout, by the cookie. Never retries; throws FetchError. An answer's cookie is kept even when the
 * page that asked is left meanwhile.
 */
export function callSession<T>(path: string, body?: object): Promise<T> {
  const stopLoading = startLoading();
  const request = { method: 'POST', body, baseURL: apiBase(), retry: false, timeout: REQUEST_TIMEOUT_MS } as const;
  return ofetch<T>(path, { ...request, credentials: 'include', keepalive: true }).finally(stopLoading);
}
