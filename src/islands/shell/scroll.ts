import { SCROLL_TO_TOP_PX } from '#lib/values/constants.ts';

/** The button back to the top, and the scroll position of pages that keep it (specification, section 2). */
export function startScrolling(): void {
  const button = document.getElementById('scroll-to-top')!;
  const follow = () => {
    button.hidden = scrollY <= SCROLL_TO_TOP_PX;
  };
  addEventListener('scroll', follow, { passive: true });
  follow();
  button.onclick = () => {
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  };
  showOpenTabs();
  if ('keepScroll' in document.documentElement.dataset) keepPosition();
}

/** A row of tabs wider than the screen is scrolled to the current one. */
function showOpenTabs(): void {
  for (const open of document.querySelectorAll(':is(.tabs, .mail-places) [aria-current]')) {
    const row = open.closest('nav')!;
    row.scrollLeft += open.getBoundingClientRect().right - row.getBoundingClientRect().right + 24;
  }
}

/**
 * Navigation within the same path (another tab of a record, a form posted to its own page) keeps the scroll position.
 */
function keepPosition(): void {
  const key = `scroll:${location.pathname}`;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const cameFromHere = document.referrer.split(/[?#]/)[0] === location.origin + location.pathname;
  if (entry?.type === 'navigate' && cameFromHere && !location.hash) {
    scrollTo({ top: Number(sessionStorage.getItem(key) ?? 0), behavior: 'instant' });
  }
  addEventListener('pagehide', () => sessionStorage.setItem(key, String(scrollY)));
}
