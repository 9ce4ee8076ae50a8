/**
 * Login, refresh and logout of the browser's session (specification, sections 4 and 7). These calls never retry
 * themselves.
 */
import { ofetch, type FetchError } from 'ofetch';
import { sessionCall, sessionPath } from '#lib/access/paths.ts';
import { REQUEST_TIMEOUT_MS } from '#lib/values/constants.ts';
import { apiBase } from './api-base.ts';
import { asApiError } from './api-error.ts';
import { flushDrafts } from './flush-drafts.ts';
import {
  session,
  sessionCleared,
  sessionError,
  sessionFromStorage,
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
    const answer = await post<Answer>(sessionCall.signIn, entered);
    sessionSuccess(answer, entered.rememberMe);
    return answer.userData;
  } catch (error) {
    sessionError();
    throw asApiError(error);
  }
}

/** Signs out here and on the server, and goes to the sign-in page even if the server could not be reached. */
export async function logout(): Promise<void> {
  await flushDrafts(true);
  await leave(sessionPath.signIn);
}

/**
 * The token for API calls. A staff page without a token for its person (signed in by the form, or after somebody else)
 * gets one by the cookie; a public page calls without.
 */
export async function tokenFor(page: Document): Promise<string | null> {
  const { token, userData } = session.get();
  const person = page.getElementById('session')?.dataset.person;
  if (!person || (token && userData?.id === person)) return token;
  return freshToken(token);
}

let refreshing: Promise<string> | null = null;

/**
 * A token newer than `used`, requested once for all requests and tabs. Goes to the sign-in page when the session is
 * over; throws what happened when there was no response, which says nothing about the session.
 */
export function freshToken(used: string | null): Promise<string> {
  refreshing ??= alone(() => refresh(used))
    .catch((error: unknown) => {
      if ((error as FetchError).status === 401) return endSession();
      throw error;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** The session is over: logs out and goes to the sign-in page, which leads back here. Never settles. */
export async function endSession(): Promise<never> {
  await flushDrafts(true);
  await leave(sessionPath.signInTo(location.pathname + location.search));
  return new Promise<never>(() => {});
}

/**
 * A sensitive act needs an identity check: the entries are saved, and restored when the person comes back to this page.
 * Never settles.
 */
export async function confirmIdentity(): Promise<never> {
  const hasDrafts = await flushDrafts(true);
  const back = new URL(location.href);
  if (hasDrafts) back.searchParams.set('restore', '');
  location.assign(sessionPath.confirmIdentityFor(back.pathname + back.search));
  return new Promise<never>(() => {});
}

async function refresh(used: string | null): Promise<string> {
  const known = sessionFromStorage();
  if (known.token && known.token !== used) return known.token;
  sessionLoading();
  try {
    const answer = await post<Answer>(sessionCall.refresh);
    sessionSuccess(answer);
    return answer.accessToken;
  } catch (error) {
    sessionError();
    throw error;
  }
}

/** One tab at a time: a refresh token works once. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? (navigator.locks.request('session-refresh', work) as Promise<T>) : work();
}

async function leave(to: string): Promise<void> {
  await post(sessionCall.signOut).catch(() => {});
  sessionCleared();
  location.assign(to);
}

function post<T>(path: string, body?: object): Promise<T> {
  return ofetch<T>(path, {
    method: 'POST',
    body,
    baseURL: apiBase(),
    credentials: 'include',
    retry: false,
    timeout: REQUEST_TIMEOUT_MS,
  });
}
