/**
 * The one way for islands to call the API (specification, section 7): Bearer token, loading indicator, a newer request
 * cancels an earlier one to the same URL, a 401 refreshes the token and retries once.
 */
import { ofetch, type FetchError, type FetchOptions } from 'ofetch';
import { REQUEST_TIMEOUT_MS, RETRIES, RETRY_DELAY_MS } from '#lib/values/constants.ts';
import { apiBase } from './api-base.ts';
import { asApiError } from './api-error.ts';
import { isExempt } from './api-exempt.ts';
import { confirmIdentity, endSession, freshToken, tokenFor } from './session.ts';
import { startLoading } from './stores/loading.ts';

export interface ApiOptions extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers'> {
  /** Aborting it drops the request as silently as a newer one does. */
  signal?: AbortSignal;
}

const CANCELLED = new DOMException('A newer request to the same URL took its place', 'AbortError');
const pending = new Map<string, AbortController>();

/**
 * Calls the API: `api('/directory/departments', { query: { page: 2 } })`. Throws ApiError. The promise of a cancelled
 * request never settles: its caller has sent another, or is gone; nor does one that needs an identity check, which
 * leads there and back to this page, with the entries preserved.
 */
export async function api<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  const stopLoading = startLoading();
  const own = new AbortController();
  const key = takePlace(path, options, own);
  const signal = AbortSignal.any([
    own.signal,
    AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(options.signal ? [options.signal] : []),
  ]);
  try {
    return await withFreshToken((token) => send<T>(path, { ...options, signal }, token));
  } catch (error) {
    if (own.signal.aborted || options.signal?.aborted) return new Promise<never>(() => {});
    const refused = asApiError(error);
    if (refused.code === 'step-up-needed') return await confirmIdentity();
    throw refused;
  } finally {
    if (pending.get(key) === own) pending.delete(key);
    stopLoading();
  }
}

/**
 * Cancels the earlier request of the same method to the same URL. The method counts: reading a list must not cancel a
 * change to it.
 */
function takePlace(path: string, { method = 'GET', query }: ApiOptions, own: AbortController): string {
  const asked = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  const url = asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
  const key = `${method.toUpperCase()} ${url}`;
  if (isExempt(url)) return key;
  pending.get(key)?.abort(CANCELLED);
  pending.set(key, own);
  return key;
}

async function withFreshToken<T>(ask: (token: string | null) => Promise<T>): Promise<T> {
  let token = await tokenFor(document);
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask(token);
    } catch (error) {
      if ((error as FetchError).status !== 401) throw error;
      if (tries === RETRIES) return endSession();
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      token = await freshToken(token);
    }
  }
}

function send<T>(path: string, options: ApiOptions, token: string | null): Promise<T> {
  const headers = new Headers(options.headers as HeadersInit | undefined);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return ofetch<T>(path, { ...options, headers, baseURL: apiBase(), credentials: 'include', retry: false });
}
