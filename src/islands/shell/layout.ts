/**
 * Loads the display settings panel when it is opened; at once where the cookie is gone and the browser's storage
 * stayed.
 */
export function startLayout(): void {
  const panel = document.getElementById('layout-panel');
  const stored = localStorage.getItem('layout');
  const start = () => import('./layout-panel.ts');
  if (panel && stored && !document.cookie.includes(encodeURIComponent(stored))) void start();
  else panel?.addEventListener('focusin', start, { once: true });
}
