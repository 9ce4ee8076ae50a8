/** Pages asked for to take a part of them. */
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { startLoading } from './stores/loading.ts';

/**
 * The HTML of one of our pages; null when it is not to be had, or another one came in its place. A navigation, not a
 * call of the API: the server takes no token with a page and knows the person by the cookie. `background`: asked by the
 * page, not by the person.
 */
export async function pageText(address: string, background = false): Promise<string | null> {
  const stopLoading = background ? () => {} : startLoading();
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const answer = await fetch(address, { signal, headers: background ? { 'x-background': '1' } : {} });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  } finally {
    stopLoading();
  }
}
