export interface Toast {
  kind: 'success' | 'error' | 'info';
  text: string;
}

/** Name of the event that carries a Toast to islands/shell/toasts.ts, which draws it. */
export const TOAST_EVENT = 'garden:toast';

/** Tells the person something in passing: 3 seconds, an error until it is closed. */
export function showToast(text: string, kind: Toast['kind'] = 'success'): void {
  document.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: { kind, text } }));
}
