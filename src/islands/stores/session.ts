/**
 * The signed-in session as stored in the browser (specification, sections 3 and 4). For display only: rights are always
 * checked by the server. Filled in the browser only.
 */
import { atom } from 'nanostores';
import type { UserData } from '#lib/access/session/user-data.server.ts';
import { clearSession, REMEMBER_KEY, SESSION_KEY } from '../session-storage.ts';

export type { UserData };

export interface Session {
  status: 'empty' | 'loading' | 'success' | 'error';
  token: string | null;
  userData: UserData | null;
}

const EMPTY: Session = { status: 'empty', token: null, userData: null };

/** Read it with `useStore`; change it with the functions below. */
export const session = atom<Session>(sessionFromStorage());

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.set(sessionFromStorage());
  });
}

/** A login or a refresh has begun. Existing data stay until its response. */
export function sessionLoading(): void {
  storeSession({ ...session.get(), status: 'loading' });
}

/** A login or a refresh has returned a token and the person's data. */
export function sessionSuccess(
  { accessToken, userData }: { accessToken: string; userData: UserData },
  rememberMe?: boolean,
): void {
  if (rememberMe !== undefined) localStorage.setItem(REMEMBER_KEY, String(rememberMe));
  storeSession({ status: 'success', token: accessToken, userData });
}

/** It has failed: token and data are removed. */
export function sessionError(): void {
  storeSession({ ...EMPTY, status: 'error' });
}

/** Logout, whatever the server's response: status, token and data are removed, here and in every other tab. */
export function sessionCleared(): void {
  clearSession();
  session.set(EMPTY);
}

/** What another tab stored, which this one may not have heard of yet. */
export function sessionFromOtherTab(): Session {
  session.set(sessionFromStorage());
  return session.get();
}

/** A new image or signature replaces the previous one; what is left out stays. */
export function replaceImages(
  images: Partial<Pick<UserData, 'image' | 'imageFileStorage' | 'signature' | 'signatureFileStorage'>>,
): void {
  const { userData, ...rest } = session.get();
  if (userData) storeSession({ ...rest, userData: { ...userData, ...images } });
}

function storeSession(next: Session): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(next));
  session.set(next);
}

/**
 * The current content of the storage, possibly written by another tab; the attempt of a closed tab counts as what it
 * had.
 */
function sessionFromStorage(): Session {
  if (typeof window === 'undefined') return EMPTY;
  try {
    const { status, token, userData } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Partial<Session>;
    if (!token || !userData) return status === 'error' ? { ...EMPTY, status } : EMPTY;
    return { status: 'success', token, userData };
  } catch {
    return EMPTY;
  }
}
