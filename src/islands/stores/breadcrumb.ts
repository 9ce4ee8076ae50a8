/**
 * The breadcrumb of the page that was opened last in this tab (specification, section 4), so that a dead end can lead
 * back into it. Browser only.
 */
import { BREADCRUMB_KEY } from '../session-storage.ts';

export interface RecordedCrumb {
  text: string;
  /** Null where the crumb leads nowhere. */
  path: string | null;
}

/** Records that of this page, whose own address is the last crumb's; a page without one clears what was recorded. */
export function recordBreadcrumb(): void {
  const crumbs = [...document.querySelectorAll('.crumbs li')].map(({ firstElementChild: crumb }, index, all) => ({
    text: crumb!.textContent,
    path: index === all.length - 1 ? location.pathname + location.search : crumb!.getAttribute('href'),
  }));
  sessionStorage.setItem(BREADCRUMB_KEY, JSON.stringify(crumbs satisfies RecordedCrumb[]));
}

/** The recorded one; empty where there is none. */
export function recordedBreadcrumb(): RecordedCrumb[] {
  return JSON.parse(sessionStorage.getItem(BREADCRUMB_KEY) ?? '[]') as RecordedCrumb[];
}
