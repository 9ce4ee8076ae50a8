import type { AstroCookies } from 'astro';

/** A short message for the next page this person sees: an act leaves it behind when it redirects. */
export interface Flash {
  kind: 'success' | 'error' | 'info';
  text: string;
}

const COOKIE = 'flash';
const KINDS: readonly unknown[] = ['success', 'error', 'info'];
const LONGEST = 600;

/** Leaves a message for the next page; it is forgotten after a minute. */
export function setFlash(cookies: AstroCookies, flash: Flash): void {
  const value = JSON.stringify({ ...flash, text: flash.text.slice(0, LONGEST) });
  cookies.set(COOKIE, value, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 });
}

/** The message that was left, once. */
export function takeFlash(cookies: AstroCookies): Flash | undefined {
  const left = cookies.get(COOKIE)?.value;
  if (left === undefined) return undefined;
  cookies.delete(COOKIE, { path: '/' });
  try {
    const { kind, text } = JSON.parse(left) as Flash;
    return KINDS.includes(kind) && typeof text === 'string' ? { kind, text } : undefined;
  } catch {
    return undefined;
  }
}
