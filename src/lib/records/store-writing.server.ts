import { instantNow } from '#lib/values/time.ts';
import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { logActivity } from '#lib/activity/activity.server.ts';
import { afterCommit } from '#lib/process/database/after-commit.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { recordTables } from '#lib/process/database/table.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import type { Field } from '#lib/values/fields.ts';
import { Refusal, notFound } from '#lib/values/refusal.ts';
import { asRefusal } from './constraint.server.ts';
import type { AnyEntity, RowOf } from './entity.ts';
import { notDeleted } from './columns.server.ts';
import { nameOf } from './titles.server.ts';
import type { ShownVersion } from './version.server.ts';

/**
 * Work done in the transaction of a write, before the row is written; what it returns is written with it. A change
 * gives the record as it would be and as it is, locked; a transition the record as it is.
 */
export type Work<R, B = R> = (record: R, tx: Tx, before: B) => Promise<object | void>;
export type WriteOptions = {
  /** The transaction this is a part of; one of its own when left out. */
  tx?: Tx | undefined;
  /** The event's name where it is not the act's. */
  event?: string;
  params?: Record<string, unknown>;
  /** The person in whose name it is done; may be set while the work goes on. */
  onBehalfOf?: string | null | undefined;
  /** Work that needs the row to exist: rows of lists, tasks, mails. Before the log entry, in the same transaction. */
  after?: (row: any, tx: Tx) => Promise<void>;
  /**
   * Once all of it has committed, with the row as it was written; nobody waits for it (`afterCommit` of the database).
   */
  afterCommit?: (row: any) => void | Promise<void>;
  /** A record whose values are taken over: what it names already is not asked about again. */
  takenFrom?: object | null | undefined;
  /** Values in other tables, for the log entry. */
  also?: Record<string, unknown>;
  /**
   * Something in other tables changes that `also` does not contain: it is written and logged although no field changes.
   */
  changed?: boolean;
  /** For a dry run, whose transaction is rolled back: nothing is logged, so that nobody waits for the log. */
  trial?: boolean;
};

/** A row of an entity, as the work on it sees it. */
export type WrittenRow<E> = RowOf<E> & Record<string, any>;

/**
 * The building blocks of every write of a store: the row locked in the version that was shown, written, logged, and
 * consequences.
 */
export function writesOf<E extends AnyEntity>(
  of: E,
  reachAtAll: (actor: Actor, actions: readonly string[]) => RawBuilder<boolean>,
) {
  type Row = WrittenRow<E>;

  return { locked, write, stored, clean, attempt, finish, lists, sentOf };

  async function locked(
    actor: Actor,
    seen: ShownVersion,
    actions: readonly string[] | null,
    tx: Tx,
    there: RawBuilder<boolean> = notDeleted(of),
  ): Promise<Row> {
    const allowed = actions === null ? sql<boolean>`true` : reachAtAll(actor, actions);
    const found =
      validate(seen.id) &&
      (await recordTables(tx)
        .selectFrom(of.table)
        .selectAll()
        .where('id', '=', seen.id)
        .where(allowed)
        .where(there)
        .forUpdate()
        .executeTakeFirst());
    if (!found) throw notFound();
    const row = clean(found);
    if (row.version !== Number(seen.version)) throw new Refusal('stale-version', 409, { newer: row });
    return row;
  }

  async function write(actor: Actor, before: Row, patch: object, tx: Tx): Promise<Row> {
    const changed = {
      ...stored(patch),
      version: before.version + 1,
      updatedAt: instantNow(),
      updatedBy: personId(actor),
    };
    return clean(
      await recordTables(tx)
        .updateTable(of.table)
        .set(changed)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  /** Only what are columns of the table; jsonb goes in as text. */
  function stored(values: object): object {
    return Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => (of.fields[name] as Field | undefined)?.column ?? name === 'status')
        .map(([name, value]) => [
          name,
          (of.fields[name] as Field | undefined)?.kind === 'json' && value !== null ? JSON.stringify(value) : value,
        ]),
    );
  }

  function clean(row: object): Row {
    const { search: _, ...rest } = row as Record<string, unknown>;
    return rest as Row;
  }

  /** The work of a write in its transaction; what a constraint of the database forbids becomes a refusal. */
  function attempt<T>(given: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(given, work).catch((error: unknown) => {
      throw asRefusal(error, of);
    });
  }

  /**
   * What follows every write: work that needs the row, with the lists that were sent; the log entry; work after the
   * commit.
   */
  async function finish(
    actor: Actor,
    act: string,
    before: object | null,
    row: Row,
    tx: Tx,
    more: WriteOptions,
    sent: object = {},
  ): Promise<Row> {
    await more.after?.({ ...sent, ...row }, tx);
    await logged(actor, act, before, { ...sent, ...row, ...more.also }, tx, more);
    const work = more.afterCommit;
    if (work) afterCommit(tx, () => work(row));
    return row;
  }

  async function logged(
    actor: Actor,
    act: string,
    before: object | null,
    after: Row,
    tx: Tx,
    more: WriteOptions,
  ): Promise<void> {
    if (more.trial) return;
    await logActivity(
      actor,
      {
        event: `${of.name}.${more.event ?? act}`,
        subject: of.subject,
        entity: of.name,
        entityId: after.id,
        entityNumber: nameOf(after),
        businessEntityId: after[of.scope?.businessEntity ?? ''] ?? null,
        departmentId: after[of.scope?.department ?? ''] ?? null,
        before: before as Record<string, unknown> | null,
        after,
        params: more.params,
        onBehalfOf: more.onBehalfOf,
      },
      tx,
    );
  }

  /** Of what the lists held before, those that are sent. */
  function sentOf(had: object, entered: Record<string, unknown>): object {
    return Object.fromEntries(Object.entries(had).filter(([name]) => name in entered));
  }

  function lists(entered: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(entered).filter(([name]) => (of.fields[name] as Field | undefined)?.column === false),
    );
  }
}
