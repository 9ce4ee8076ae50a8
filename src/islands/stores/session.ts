/**
 * The signed-in session as the browser keeps it (specification, sections 3 and 4). It shows and decides nothing: what a
 * person may do is asked of the server every time. Filled in the browser only.
 */
import { atom } from 'nanostores';
import type { UserData } from '#lib/access/session/user-data.server.ts';
import { forgetSession, REMEMBER_KEY, SESSION_KEY } from '../session-storage.ts';

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

/** A login or a refresh has begun. What is known stays until its answer has come. */
export function sessionLoading(): void {
  keep({ ...session.get(), status: 'loading' });
}

/** A login or a refresh has brought a token and the person's data. */
export function sessionSuccess(
  { accessToken, userData }: { accessToken: string; userData: UserData },
  rememberMe?: boolean,
): void {
  if (rememberMe !== undefined) localStorage.setItem(REMEMBER_KEY, String(rememberMe));
  keep({ status: 'success', token: accessToken, userData });
}

/** It has failed: token and data go. */
export function sessionError(): void {
  keep({ ...EMPTY, status: 'error' });
}

/** Logout, whether the server said yes or no: status, token and data go, here and in every other tab. */
export function sessionCleared(): void {
  forgetSession();
  session.set(EMPTY);
}

/** A new image or signature takes the place of the one before; what is left out stays. */
export function replaceImages(
  images: Partial<Pick<UserData, 'image' | 'imageFileStorage' | 'signature' | 'signatureFileStorage'>>,
): void {
  const { userData, ...rest } = session.get();
  if (userData) keep({ ...rest, userData: { ...userData, ...images } });
}

function keep(next: Session): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(next));
  session.set(next);
}

/** What the storage holds just now, which another tab may have written; an attempt that a closed tab left behind counts by what it had. */
export function sessionFromStorage(): Session {
  if (typeof window === 'undefined') return EMPTY;
  try {
    const { status, token, userData } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as Partial<Session>;
    if (!token || !userData) return status === 'error' ? { ...EMPTY, status } : EMPTY;
    return { status: 'success', token, userData };
  } catch {
    return EMPTY;
  }
}
