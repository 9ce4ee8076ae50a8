/** The browser's storage of a session (specification, section 4). Small on purpose: sign-in pages need only this. */

/** The session as `stores/session.ts` reads and writes it. */
export const SESSION_KEY = 'session';
/** 'false' when the session ends after the maximum idle time. */
export const REMEMBER_KEY = 'remember_me';
/** When a person last did something in any tab, in milliseconds since 1970. */
export const ACTIVITY_KEY = 'last-activity';
/** The breadcrumb of the last page of a tab; in `sessionStorage`. */
export const BREADCRUMB_KEY = 'breadcrumb';
/** Written when a session ends, so that every other tab leaves its page. */
export const ENDED_KEY = 'session-ended';

/** Removes everything about a session from the browser, here and in every other tab. */
export function clearSession(): void {
  for (const key of [SESSION_KEY, REMEMBER_KEY, ACTIVITY_KEY]) localStorage.removeItem(key);
  sessionStorage.removeItem(BREADCRUMB_KEY);
  localStorage.setItem(ENDED_KEY, String(Date.now()));
}
