import { recordBreadcrumb } from '../stores/breadcrumb.ts';

/** Milliseconds a navigation may take before the page says that the next one is being loaded. */
const PATIENCE_MS = 300;

/**
 * What happens at every navigation (specification, section 4): the breadcrumb of the page that has come is recorded, a
 * dead end keeps the one before it; and the page-loading overlay covers a page whose successor is slow, until that has
 * come or it is plain that it will not.
 */
export function startNavigation(): void {
  if (!document.getElementById('came-from')) recordBreadcrumb();
  const overlay = document.getElementById('page-loading')!;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    overlay.hidden = true;
  };
  // Browsers without this interface show their own sign only.
  window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    hide();
    timer = setTimeout(() => (overlay.hidden = false), PATIENCE_MS);
  });
  window.navigation?.addEventListener('navigateerror', hide);
  // Somebody chose to stay with what was typed.
  addEventListener('beforeunload', (event) => setTimeout(() => event.defaultPrevented && hide()));
  for (const name of ['pageshow', 'pagehide', 'pointerdown', 'keydown']) addEventListener(name, hide);
}
