import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { opensFor } from '#lib/records/opens.server.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import type { Field } from '#lib/values/fields.ts';
import { firstRowsOf, type FirstRows, type Row } from '#lib/records/list/first-rows.server.ts';
import { column } from '#lib/records/columns.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { suggestedWords, type Searched } from '#lib/records/list/near-words.server.ts';
import { openedRecords } from './opened-records.server.ts';
import { listPath, recordPath } from '#lib/records/record-path.ts';
import { titleText } from '#lib/records/shown.ts';
import { allStores, storeOf, type AnyStore } from '#lib/records/stores.server.ts';
import { SEARCH_MAX } from '#lib/values/constants.ts';

export interface FoundRecord {
  of: AnyEntity;
  row: Row;
  /** Its page; for who may not open that, the list narrowed to it. */
  href: string;
}

/** What one list has of the words, as the list itself shows it first. */
export interface FoundInList {
  of: AnyEntity;
  /** Its tab; null for the list of all: who may not open that has lists of one's own and of the department. */
  tab: string | null;
  records: FoundRecord[];
  /** Exact up to 10,000; 10,001 means more; null where counting took too long. */
  total: number | null;
  /** The list with the same words, and so with the same rows and the same count. */
  href: string;
}

export interface Found {
  q: string;
  /** What the actor opened lately and what matches, the latest first. */
  recent: FoundRecord[];
  lists: FoundInList[];
}

const MOST_RECENT = 20;
/** Beside what else is found. */
const MOST_BESIDE = 8;
const MOST_OF_A_LIST = 5;
const NAMES = ['number', 'username'];

/**
 * Looks for words in every kind of record that has a list. It reads through the lists' own stores: the actor finds what
 * his lists would show him for the same words, no more and no less. What stands among the recent ones is left out of the
 * lists, unless they are wanted `whole`.
 */
export async function searchEverything(actor: Actor, text: string, { whole = false } = {}): Promise<Found> {
  const q = text.trim().slice(0, SEARCH_MAX);
  if (q === '') return { q, recent: await recentRecords(actor), lists: [] };
  const [recent, lists] = await Promise.all([recentRecords(actor, q), searchLists(actor, q)]);
  const shown = new Set(whole ? [] : recent.map(({ row }) => row.id));
  const others = ({ records }: FoundInList) => records.filter(({ row }) => !shown.has(row.id)).slice(0, MOST_OF_A_LIST);
  return {
    q,
    recent,
    lists: lists.filter(({ total }) => total !== 0).map((list) => ({ ...list, records: others(list) })),
  };
}

/** Records the actor opened lately and still reaches, the latest first; with words those that match. */
export async function recentRecords(actor: Actor, q = ''): Promise<FoundRecord[]> {
  const opened = openedRecords();
  if (!opened) return [];
  const stores = ownLists(actor);
  const found = await firstRowsOf(
    stores.map(({ of, options, parts }) => {
      const all = parts(actor, options.rights.show);
      const id = column(of, 'id');
      return {
        parts: {
          ...all,
          reach: sql<boolean>`(${id} = any(${opened.openedIds(actor, of.name)}) and ${all.reach})`,
          computed: { ...all.computed, openedAt: opened.openedAt(actor, of.name, id) },
        },
        query: { ...readListQuery(of, new URLSearchParams({ q })), type: null },
        limit: 50,
        counted: false,
      };
    }),
  );
  const rows = found.flatMap(({ items }, index) => items.map((row) => ({ store: stores[index]!, row })));
  // Compared as they are written: a Date knows no microseconds.
  const at = ({ row }: { row: Row }) => String(row['openedAt']);
  const latest = rows.toSorted((a, b) => (at(b) > at(a) ? 1 : -1)).slice(0, q === '' ? MOST_RECENT : MOST_BESIDE);
  return Promise.all(latest.map(({ store, row }) => foundRecord(actor, store, row)));
}

/**
 * The one record within reach that is called so: the number of a document (of a revision of it, too), the name of a
 * user. Null for none, and where the actor may not open it.
 */
export async function recordNamed(actor: Actor, text: string): Promise<FoundRecord | null> {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/-r\d+$/, '');
  if (!/^\S{1,60}$/.test(name)) return null;
  const asked = ownLists(actor).flatMap((store) =>
    NAMES.filter((name) => (store.of.fields[name] as Field | undefined)?.column).map((field) => ({ store, field })),
  );
  const found = await firstRowsOf(
    asked.map(({ store: { of, options, parts }, field }) => {
      const all = parts(actor, options.rights.show);
      const called = sql`${column(of, field)} = ${field === 'number' ? name.toUpperCase() : name}`;
      return {
        parts: { ...all, reach: sql<boolean>`(${called} and ${all.reach})` },
        query: { ...readListQuery(of, new URLSearchParams()), type: null },
        limit: 1,
        counted: false,
      };
    }),
  );
  const place = found.findIndex(({ items }) => items.length > 0);
  if (place < 0 || !(await opensFor(actor, asked[place]!.store))) return null;
  return foundRecord(actor, asked[place]!.store, found[place]!.items[0]!);
}

/** What was meant, it seems, for which no list of the actor has the words: what some record of his lists does have. */
export async function suggestionsInLists(actor: Actor, q: string): Promise<string | null> {
  return suggestedWords(
    (await openTabs(actor)).map((tab) => searched(actor, tab)),
    q,
  );
}

async function searchLists(actor: Actor, q: string): Promise<FoundInList[]> {
  const tabs = await openTabs(actor);
  const found = await firstRowsOf(
    tabs.map((tab) => ({ ...searched(actor, tab, q), limit: MOST_OF_A_LIST + MOST_BESIDE, counted: true })),
  );
  return Promise.all(tabs.map((tab, index) => foundInList(actor, tab, q, found[index]!)));
}

async function foundInList(
  actor: Actor,
  { store, type }: Tab,
  q: string,
  { items, total }: FirstRows,
): Promise<FoundInList> {
  const records = await Promise.all(items.map((row) => foundRecord(actor, store, row)));
  return { of: store.of, tab: isOwn(store) ? null : type, records, total, href: listPath(store.of, { q, type }) };
}

async function foundRecord(actor: Actor, store: AnyStore, row: Row): Promise<FoundRecord> {
  const { of } = store;
  return {
    of,
    row,
    href: (await opensFor(actor, store)) ? recordPath(of, row.id) : listPath(of, { q: titleText(of, row) }),
  };
}

interface Tab {
  store: AnyStore;
  type: string | null;
}

const searched = (actor: Actor, { store, type }: Tab, q = ''): Searched => ({
  parts: store.parts(actor, store.options.rights.list),
  query: readListQuery(store.of, new URLSearchParams({ q }), type),
});

/** The lists the actor may open: the list of all of a kind, else those of one's own and of the department. */
async function openTabs(actor: Actor): Promise<Tab[]> {
  const mayOpen = async (store: AnyStore) =>
    actor.ability.can(store.of.subject, ...store.options.rights.list) && isOpenPage(actor, listPath(store.of));
  const open = await filtered(allStores(), mayOpen);
  const whole = new Set(open.filter(isOwn).map(({ of }) => of.name));
  return open
    .filter((store) => isOwn(store) || !whole.has(store.of.name))
    .flatMap((store) => tabsOf(actor, store).map((type) => ({ store, type })));
}

/** The tab that is the whole list; where a list is of one's own, the first, and that of the department. */
function tabsOf(actor: Actor, { of, options }: AnyStore): (string | null)[] {
  const types = Object.entries((of.list.types ?? {}) as Record<string, ListType>);
  const whole =
    types.find(([type, { statuses, deleted }]) => !statuses && !deleted && !options.types?.[type]) ?? types[0];
  const reached = actor.ability.scopes(of.subject, options.rights.list);
  const ofOthers = types.filter(
    (one) => one !== whole && one[1].scope && !one[1].statuses && reached.has(one[1].scope),
  );
  return [whole?.[0] ?? null, ...ofOthers.map(([type]) => type)];
}

/** Stores of the entities' own lists that the actor may open a record of. */
const ownLists = (actor: Actor): AnyStore[] =>
  allStores().filter((store) => isOwn(store) && actor.ability.can(store.of.subject, ...store.options.rights.show));

const isOwn = (store: AnyStore): boolean => storeOf(store.of.name) === store;

async function filtered<T>(all: readonly T[], isWanted: (one: T) => Promise<boolean>): Promise<T[]> {
  const wanted = await Promise.all(all.map(isWanted));
  return all.filter((_, index) => wanted[index]);
}
