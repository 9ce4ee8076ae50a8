import type { AstroCookies } from 'astro';

/** A short message for the next page this visitor sees: set by an act before it redirects. */
export interface Flash {
  kind: 'success' | 'error' | 'info';
  text: string;
}

const COOKIE = 'flash';
const KINDS: readonly unknown[] = ['success', 'error', 'info'];
const LONGEST = 600;

/** Sets a message for the next page; it expires after a minute. */
export function setFlash(cookies: AstroCookies, flash: Flash): void {
  const value = JSON.stringify({ ...flash, text: flash.text.slice(0, LONGEST) });
  cookies.set(COOKIE, value, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 });
}

/** Takes the message, once. */
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
