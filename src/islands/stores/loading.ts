/** Milliseconds a request may take before the bar at the top of the page shows, so that quick ones do not flicker. */
const PATIENCE_MS = 150;

/** Requests under way in this browser window. */
let underWay = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Counts a request in; call what it returns when the request has ended, however it ended. Browser only. */
export function startLoading(): () => void {
  change(1);
  let open = true;
  return () => {
    if (open) change(-1);
    open = false;
  };
}

/** Writes `data-loading` on <html> while requests run; components/shell/LoadingBar.astro follows it. */
function change(by: 1 | -1): void {
  const wasIdle = underWay === 0;
  underWay += by;
  if (wasIdle) timer = setTimeout(() => document.documentElement.toggleAttribute('data-loading', true), PATIENCE_MS);
  if (underWay > 0) return;
  clearTimeout(timer);
  document.documentElement.removeAttribute('data-loading');
}
