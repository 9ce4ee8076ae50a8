/** Login and refresh of the browser's session (specification, sections 4 and 7). These calls never retry themselves. */
import type { FetchError } from 'ofetch';
import { sessionCall } from '#lib/access/paths.ts';
import { RETRIES, RETRY_DELAY_MS } from '#lib/values/constants.ts';
import { asApiError } from './api-error.ts';
import { callSession } from './session-call.ts';
import { endSession, isLeaving } from './session-end.ts';
import {
  session,
  sessionError,
  sessionFromOtherTab,
  sessionLoading,
  sessionSuccess,
  type UserData,
} from './stores/session.ts';

interface Answer {
  accessToken: string;
  userData: UserData;
}

/** Signs in through the API; a page's own form does it without. Throws ApiError. */
export async function login(entered: { username: string; password: string; rememberMe: boolean }): Promise<UserData> {
  sessionLoading();
  try {
    const answer = await callSession<Answer>(sessionCall.signIn, entered);
    sessionSuccess(answer, entered.rememberMe);
    return answer.userData;
  } catch (error) {
    sessionError();
    throw asApiError(error);
  }
}

/**
 * Asks with the person's token; after a 401 waits a second, refreshes the token and asks once more. When the session is
 * over it goes to the sign-in page and never settles (`leaves`), or throws the 401. `keepalive`: asks at once, with the
 * token at hand or by the cookie alone.
 */
export async function withToken<T>(
  ask: (token: string | null) => Promise<T>,
  { keepalive, leaves }: { keepalive: boolean; leaves: boolean },
): Promise<T> {
  try {
    let token = keepalive ? tokenAtHand() : await tokenFor(document);
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask(token);
      } catch (error) {
        if (!isOver(error) || tries === RETRIES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      token = await freshToken(token);
    }
  } catch (error) {
    if (isOver(error) && leaves) return endSession();
    throw error;
  }
}

const isOver = (error: unknown): boolean => (error as FetchError).status === 401;

/**
 * Status, token and the person's data stand in the store from the first page on, however somebody signed in
 * (specification, sections 3 and 4). A failure stands there too; the next call, or the next page, asks again.
 */
export async function fillSession(): Promise<void> {
  await tokenFor(document).catch(() => {});
}

/**
 * The token for API calls. A staff page without a token for its person (signed in by the form, or after somebody else)
 * gets one by the cookie; a public page calls without.
 */
async function tokenFor(page: Document): Promise<string | null> {
  const { token, userData } = session.get();
  const person = page.getElementById('session')?.dataset.person;
  if (!person || (token && userData?.id === person)) return token;
  return freshToken(token);
}

/** The token that is held, unless it has expired by this computer's clock: nobody may be there to ask a second time. */
function tokenAtHand(): string | null {
  const { token } = session.get();
  const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  if (!claims) return null;
  return (JSON.parse(atob(claims)) as { exp: number }).exp * 1_000 > Date.now() ? token : null;
}

let refreshing: Promise<string> | null = null;

/** A token newer than `used`, requested once for all requests and tabs. Throws the 401 of a session that is over. */
function freshToken(used: string | null): Promise<string> {
  refreshing ??= alone(() => refresh(used)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(used: string | null): Promise<string> {
  const known = sessionFromOtherTab();
  if (known.token && known.token !== used) return known.token;
  sessionLoading();
  try {
    const answer = await callSession<Answer>(sessionCall.refresh);
    if (isLeaving()) return endSession();
    sessionSuccess(answer);
    return answer.accessToken;
  } catch (error) {
    if (!isLeaving()) sessionError();
    throw error;
  }
}

/** One tab at a time: a refresh token works once. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('session-refresh', work) as Promise<T>) : work();
}
