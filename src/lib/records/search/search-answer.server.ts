import type { Actor } from '#lib/values/actor.ts';
import { allViews } from '#lib/records/views/saved-views.server.ts';
import { viewPath } from '#lib/records/views/saved-view.ts';
import { creatable } from '#lib/records/creatable.server.ts';
import { labels } from '#lib/records/entity.ts';
import { foundGroup, foundItem, type FoundGroup, type FoundItem } from './found-words.server.ts';
import { titleDistance } from '#lib/values/near-word.ts';
import { suggestionsInLists, recordNamed, searchEverything } from './search.server.ts';
import type { Reader } from '#lib/records/shown.ts';

export interface SearchAnswer {
  q: string;
  /** What was meant, it seems, where nothing has the words: what is found is found for this. */
  meant: string | null;
  /** The record that is called exactly so. */
  exact: FoundItem | null;
  recent: FoundItem[];
  groups: FoundGroup[];
}

/** What a search finds, in the reader's words; in `whole` lists stands also what is among the recent ones. */
export async function searchAnswer(
  actor: Actor,
  reader: Reader,
  text: string,
  how: { whole?: boolean } = {},
): Promise<SearchAnswer> {
  const [asked, called] = await Promise.all([searchEverything(actor, text, how), recordNamed(actor, text)]);
  const { q } = asked;
  const isNothing = q !== '' && !called && asked.recent.length + asked.lists.length === 0;
  const meant = isNothing ? await suggestionsInLists(actor, q) : null;
  const { recent, lists } = meant === null ? asked : await searchEverything(actor, meant, how);
  return {
    q,
    meant,
    exact: called && foundItem(called, reader),
    recent: recent.map((record) => foundItem(record, reader, q)),
    groups: nearestFirst(
      lists.map((list) => foundGroup(list, reader, q)),
      meant ?? q,
    ),
  };
}

/** Lists in which something is called so before those in which it is only mentioned. */
function nearestFirst(groups: FoundGroup[], q: string): FoundGroup[] {
  const nearest = ({ items }: FoundGroup) => Math.min(2, ...items.map(({ title }) => titleDistance(title, q)));
  return groups.toSorted((a, b) => nearest(a) - nearest(b));
}

/** What the palette offers besides records and the menu: what the reader may make, and views of lists. */
export async function offeredCommands(actor: Actor, { t }: Reader) {
  const [made, views] = await Promise.all([creatable(actor), allViews(actor)]);
  return {
    create: made.map(({ of, href }) => ({ label: t(`${of.module}.${of.key}.new`), kind: t(labels.one(of)), href })),
    views: views.map((view) => ({ label: view.name, list: view.list, href: viewPath(view) })),
  };
}
