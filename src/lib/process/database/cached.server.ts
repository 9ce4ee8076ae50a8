import { counting, db, type Db } from './database.server.ts';
import { isListening, listenTo } from './listen.server.ts';

/** However quiet it is, what is kept is read again after this: a network may lose a connection without a word. */
const MOST_MS = 60_000;

const forgetting = new Map<string, Set<() => void>>();

listenTo('changes', (table) => (table === null ? [...forgetting.keys()].forEach(forget) : forget(table)));

/**
 * Keeps in this process what `load` reads of a table, until any process changes it: the table's trigger tells
 * (`tell_change` in the migrations). A process that does not listen, as a test or a command, reads every time. What is
 * read is given the transaction it is asked in, if there is one; what a transaction sees alone is not kept.
 */
export function keptUntilChanged<T>(table: string, load: (reader: Db) => Promise<T>): (reader?: Db) => Promise<T> {
  let kept: { value: T; since: number } | undefined;
  let changes = 0;
  forgetting.set(
    table,
    (forgetting.get(table) ?? new Set()).add(() => {
      kept = undefined;
      changes += 1;
    }),
  );

  /** Whose request it is is chance: no page is charged for it. */
  async function loadAndKeep(): Promise<T> {
    const before = changes;
    const value = await counting.exit(() => load(db));
    if (before === changes) kept = { value, since: Date.now() };
    return value;
  }

  return async (reader = db) => {
    if (!isListening()) return load(reader);
    if (kept && kept.since + MOST_MS > Date.now()) return kept.value;
    if (reader === db) return loadAndKeep();
    void loadAndKeep().catch(() => {});
    return load(reader);
  };
}

/** Lets go of what is kept of a table: whoever changed it wants to see it at once, before the database has told. */
export function forget(table: string): void {
  for (const letGo of forgetting.get(table) ?? []) letGo();
}
