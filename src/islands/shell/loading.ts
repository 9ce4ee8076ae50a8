import { requestsUnderWay } from '../stores/loading.ts';

/** Milliseconds a request may take before the bar shows, so that quick ones do not flicker. */
const PATIENCE_MS = 150;

/** Writes `data-loading` on <html> while requests run. */
export function startLoadingBar(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  requestsUnderWay.subscribe((count) => {
    clearTimeout(timer);
    if (count > 0) timer = setTimeout(() => document.documentElement.toggleAttribute('data-loading', true), PATIENCE_MS);
    else document.documentElement.removeAttribute('data-loading');
  });
}
