import { counting, db, type Db } from './database.server.ts';
import { isListening, listenTo } from './listen.server.ts';

/** Maximum age of a cached value, even without changes: a connection may be lost without notice. */
const MOST_MS = 60_000;

const dropping = new Map<string, Set<() => void>>();

listenTo('changes', (table) => (table === null ? [...dropping.keys()].forEach(dropCached) : dropCached(table)));

/**
 * Caches in this process what `load` reads of a table, until any process changes the table: its trigger notifies
 * (`tell_change` in the migrations). A process that does not listen, such as a test or a command, reads every time. The
 * read uses the given transaction, if there is one; what only that transaction can see is not cached.
 */
export function cachedUntilChanged<T>(table: string, load: (reader: Db) => Promise<T>): (reader?: Db) => Promise<T> {
  let cached: { value: T; since: number } | undefined;
  let changes = 0;
  dropping.set(
    table,
    (dropping.get(table) ?? new Set()).add(() => {
      cached = undefined;
      changes += 1;
    }),
  );

  /** Not counted against any page: which request fills the cache is chance. */
  async function loadAndCache(): Promise<T> {
    const before = changes;
    const value = await counting.exit(() => load(db));
    if (before === changes) cached = { value, since: Date.now() };
    return value;
  }

  return async (reader = db) => {
    if (!isListening()) return load(reader);
    if (cached && cached.since + MOST_MS > Date.now()) return cached.value;
    if (reader === db) return loadAndCache();
    void loadAndCache().catch(() => {});
    return load(reader);
  };
}

/**
 * Drops what is cached of a table: a process that has changed it needs the new value before the notification arrives.
 */
export function dropCached(table: string): void {
  for (const letGo of dropping.get(table) ?? []) letGo();
}
