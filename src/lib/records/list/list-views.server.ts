import type { AstroGlobal } from 'astro';
import { mayChange, type SavedViewRow } from '#lib/records/views/saved-views.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import { listHref, type ListPlace } from './list-links.ts';
import { savedState, readListQuery, writeListQuery, type ListQuery } from './list-query.ts';

/** A saved view as its list shows it to one reader. */
export interface ListedView extends SavedViewRow {
  state: ListQuery;
  /** The list in that state, with the view named in the address. */
  href: string;
  mayChange: boolean;
}

/** Views shown as tabs, each with its count; the others are in the menu of views. */
export const MOST_TABS = 8;

/** A view's state as this reader can have it: columns, filters and tabs that are not the reader's are left out. */
export function listedView(view: SavedViewRow, place: ListPlace, actor: App.Locals['actor']): ListedView {
  const { pathname, searchParams } = new URL(view.address, 'http://garden.invalid');
  const type = pathname.startsWith(`${view.list}/`) ? pathname.slice(view.list.length + 1) : null;
  const state = savedState(readListQuery(place.of, searchParams, type));
  return { ...view, state, href: listHref(place, { ...state, view: view.id }), mayChange: mayChange(actor, view) };
}

/** Whether the list is in the saved state of the view; the page does not matter. */
export function matchesSavedState({ of }: Pick<ListPlace, 'of'>, query: ListQuery, { state }: ListedView): boolean {
  return query.type === state.type && writeListQuery(of, savedState(query)) === writeListQuery(of, state);
}

/** The states whose rows are counted along with the list's own, by the views' ids. */
export function countedStates(views: readonly ListedView[]): Pick<ListQuery, 'also'> {
  const shown = views.slice(0, MOST_TABS);
  return shown.length > 0 ? { also: Object.fromEntries(shown.map(({ id, state }) => [id, state])) } : {};
}

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'redirect' | 'cookies'>;

/**
 * Where the address alone leads: `?view=` by itself to the view's state, in full, so that what is shown always stands
 * in the address; the bare list to the view that the reader begins it with. `view` empty asks for the list as it is.
 */
export function viewMeant(
  astro: Page,
  place: ListPlace,
  query: ListQuery,
  views: readonly ListedView[],
): Response | undefined {
  if (astro.request.method !== 'GET') return undefined;
  const names = [...astro.url.searchParams.keys()];
  const [first] = Object.keys(place.of.list.types ?? {});
  const start = views.find(({ isDefault }) => isDefault);
  if (names.length === 0 && start && query.type === (first ?? null)) return led(astro, start.href);
  const meant = names.join() === 'view' ? views.find(({ id }) => id === query.view) : undefined;
  return meant && led(astro, meant.href);
}

/** A message that was left for the page goes with the reader. */
function led({ locals: { flash }, cookies, redirect }: Page, href: string): Response {
  if (flash) setFlash(cookies, flash);
  return redirect(href, 302);
}

/** What says "no view" in a link: nothing, unless the bare list would lead the reader to the view he begins with. */
export function plainView(views: readonly ListedView[]): '' | null {
  return views.some(({ isDefault }) => isDefault) ? '' : null;
}
