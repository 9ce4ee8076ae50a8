import { atom } from 'nanostores';

export interface Toast {
  kind: 'success' | 'error' | 'info';
  text: string;
}

/** The message to show next; islands/shell/toasts.ts draws it. Filled in the browser only. */
export const newestToast = atom<Toast | null>(null);

/** Tells the person something in passing: 3 seconds, an error until it is closed. */
export function showToast(text: string, kind: Toast['kind'] = 'success'): void {
  newestToast.set({ kind, text });
}
