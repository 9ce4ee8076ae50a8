/** The ways out of the browser's session (specification, section 4). What is typed in a page is saved first. */
import { sessionApi, sessionCall, sessionPath } from '#lib/access/paths.ts';
import { SIGNED_OUT, SIGNED_OUT_SECONDS } from '#lib/access/session/signed-out.ts';
import { callOf } from '#lib/values/paths.ts';
import { setCookie } from './cookie.ts';
import { flushDrafts } from './flush-drafts.ts';
import { callSession } from './session-call.ts';
import { sessionCleared } from './stores/session.ts';

/** Signs out here and on the server, and goes to the sign-in page. Never settles. */
export function logout(): Promise<never> {
  return leave(() => sessionPath.signIn, sessionCall.signOut);
}

/** The session is over: logs out and goes to the sign-in page, which leads back here. Never settles. */
export function endSession(): Promise<never> {
  return leave(sessionPath.signInTo, sessionCall.signOut);
}

/** The same after the maximum idle time. */
export function endIdleSession(): Promise<never> {
  return leave((back) => sessionPath.signInAfter('idle', back), callOf(sessionApi.signOutIdle));
}

/** Another tab has ended the session; somebody may have signed in there again. */
export function followEnd(): Promise<never> {
  return leave(sessionPath.signInTo, null);
}

/**
 * A sensitive act needs an identity check: the entries are saved, and restored when the person comes back to this page.
 * Never settles.
 */
export async function confirmIdentity(): Promise<never> {
  location.assign(sessionPath.confirmIdentityFor(await wayBack()));
  return new Promise<never>(() => {});
}

let leaving: Promise<never> | null = null;
// A page that is shown again, out of the browser's memory, may be left again.
if (typeof window !== 'undefined') addEventListener('pageshow', () => (leaving = null));

/** Whether the page is being left: a refresh that is answered meanwhile is for nobody. */
export const isLeaving = (): boolean => leaving !== null;

/** Once, by the first way that was taken. Whatever the server answers, the session is cleared here. */
function leave(to: (back: string) => string, call: string | null): Promise<never> {
  leaving ??= (async () => {
    const back = await wayBack();
    if (call !== null) {
      await callSession(call).catch(noteSignOut);
      sessionCleared();
    }
    location.assign(to(back));
    return new Promise<never>(() => {});
  })();
  return leaving;
}

/** The server could not be told: it hears it with the next request. */
function noteSignOut(): void {
  setCookie(SIGNED_OUT, 'true', SIGNED_OUT_SECONDS);
}

/** This page, with what is typed in it. */
async function wayBack(): Promise<string> {
  const hasDrafts = await flushDrafts(true);
  const back = new URL(location.href);
  if (hasDrafts) back.searchParams.set('restore', '');
  return back.pathname + back.search;
}
