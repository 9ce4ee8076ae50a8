import type { AstroCookies } from 'astro';
import { COOKIE, cookieNamed } from './cookies.server.ts';

/** A short message for the next page this visitor sees: set by an act before it redirects. */
export interface Flash {
  kind: 'success' | 'error' | 'info';
  text: string;
  undo?: Undo;
}

/** How what was said to be done is taken back: an act, posted to the page of the record with its version. */
export interface Undo {
  path: string;
  act: string;
  version: number;
}

const NAME = cookieNamed('flash');
const KINDS: readonly unknown[] = ['success', 'error', 'info'];
const LONGEST = 600;

/** Sets a message for the next page; it expires after a minute. */
export function setFlash(cookies: AstroCookies, flash: Flash): void {
  const value = JSON.stringify({ ...flash, text: flash.text.slice(0, LONGEST) });
  cookies.set(NAME, value, { ...COOKIE, maxAge: 60 });
}

/** Takes the message, once. */
export function takeFlash(cookies: AstroCookies): Flash | undefined {
  const left = cookies.get(NAME)?.value;
  if (left === undefined) return undefined;
  cookies.delete(NAME, COOKIE);
  try {
    const { kind, text, undo } = JSON.parse(left) as Flash;
    if (!KINDS.includes(kind) || typeof text !== 'string') return undefined;
    return { kind, text, ...(isUndo(undo) && { undo }) };
  } catch {
    return undefined;
  }
}

/** It came from a browser: only an act on a page of ours is one. */
function isUndo(undo: Undo | undefined): undo is Undo {
  return /^(\/[\w-]+)+$/.test(undo?.path ?? '') && /^[\w-]+$/.test(undo?.act ?? '') && Number.isInteger(undo?.version);
}
