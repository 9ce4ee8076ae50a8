/**
 * The one way for scripts in the browser to call the API (specification, section 7): Bearer token, loading indicator, a
 * newer request cancels an earlier one to the same URL, a 401 refreshes the token and retries once.
 */
import { ofetch, type FetchOptions } from 'ofetch';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { apiBase } from './api-base.ts';
import { asApiError } from './api-error.ts';
import { isExempt } from './api-exempt.ts';
import { withToken } from './session.ts';
import { confirmIdentity } from './session-end.ts';
import { startLoading } from './stores/loading.ts';

export interface ApiOptions extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers'> {
  /** Aborting it drops the request as silently as a newer one does. */
  signal?: AbortSignal;
  /** The page may be left at once: the request goes out in this very moment and outlives it. */
  keepalive?: boolean;
  /** Asked by the page, not by the person: it does not count as use of the session and shows no loading indicator. */
  background?: boolean;
  /**
   * What the caller takes into its own hands, as an ApiError: that the session is over (`401`, for what keeps the
   * entries of a page that is being left), that an identity check is needed (`step-up-needed`).
   */
  throws?: 401 | 'step-up-needed';
}

const CANCELLED = new DOMException('A newer request to the same URL took its place', 'AbortError');
const pending = new Map<string, AbortController>();

/**
 * Calls the API below its base: `api('/directory/departments', { query: { page: 2 } })`, an address of `paths` as
 * `api(callOf(address))`. Throws ApiError. The promise of a cancelled request never settles: its caller has sent
 * another, or is gone; nor does one that needs an identity check, which leads there and back to this page, with the
 * entries preserved, nor one whose session is over.
 */
export async function api<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  const { method = 'GET', body, query, keepalive = false, background = false, throws } = options;
  const stopLoading = background ? () => {} : startLoading();
  const own = new AbortController();
  const url = urlOf(path, query);
  takePlace(url, own);
  const signal = AbortSignal.any([
    own.signal,
    AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(options.signal ? [options.signal] : []),
  ]);
  const headers = new Headers(options.headers as HeadersInit | undefined);
  if (background) headers.set('x-background', '1');
  const request = { method, body, headers, keepalive, signal, baseURL: apiBase(), retry: false } as const;
  try {
    return await withToken(
      (token) => {
        headers.delete('authorization');
        if (token) headers.set('authorization', `Bearer ${token}`);
        return ofetch<T>(url, { ...request, credentials: 'include' });
      },
      { keepalive, leaves: throws !== 401 },
    );
  } catch (error) {
    if (own.signal.aborted || options.signal?.aborted) return new Promise<never>(() => {});
    const refused = asApiError(error);
    if (refused.code === 'step-up-needed' && throws !== 'step-up-needed') return await confirmIdentity();
    throw refused;
  } finally {
    if (pending.get(url) === own) pending.delete(url);
    stopLoading();
  }
}

/** The address with what is asked of it; what is undefined or null is not asked. */
function urlOf(path: string, query: ApiOptions['query'] = {}): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return asked.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(asked)}` : path;
}

/** Cancels the earlier request to the same URL, whatever its method. */
function takePlace(url: string, own: AbortController): void {
  if (isExempt(url)) return;
  pending.get(url)?.abort(CANCELLED);
  pending.set(url, own);
}
