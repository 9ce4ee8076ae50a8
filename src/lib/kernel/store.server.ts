import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { personId, type Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { asRefusal } from './constraint.server.ts';
import { inputSchema, type ActOf, type Entity, type RowOf } from './entity.ts';
import type { Field } from './fields.ts';
import { parse } from './parse.ts';
import { Refusal, notAuthorized, notFound } from './refusal.ts';
import { sameValues } from './same-values.ts';
import { readsOf, type StoreOptions } from './store-reading.server.ts';
import { rememberStore, type AnyStore } from './stores.server.ts';
import { calledBy } from './titles.server.ts';

/** A row as people read it: with the titles of what it refers to, and what is computed for it. */
export type ReadRow<E> = RowOf<E> & { titles: Record<string, string> } & Record<string, unknown>;

/** Which record, and the version the person saw. */
export interface Seen {
  id: string;
  version: number;
}

/**
 * Work done in the transaction of a write, before the row is written; what it returns is written with it. A change gives
 * the record as it would be and as it is, locked; a transition the record as it is.
 */
type Work<R, B = R> = (record: R, tx: Tx, before: B) => Promise<object | void>;
export type WriteOptions = {
  /** The transaction this is a part of; one of its own when left out. */
  tx?: Tx;
  /** The event's name where it is not the act's. */
  event?: string;
  params?: Record<string, unknown>;
  /** The person in whose name it is done; may be set while the work goes on. */
  onBehalfOf?: string | null | undefined;
  /** Work that needs the row to stand already: rows of lists, tasks, mails. Before the log entry, in the same transaction. */
  after?: (row: any, tx: Tx) => Promise<void>;
  /** Values kept in other tables, for the log entry. */
  also?: Record<string, unknown>;
  /** Something in other tables changes that `also` does not tell: it is written and logged although no field changes. */
  changed?: boolean;
  /** For a dry run, whose transaction is rolled back: nothing is logged, so that nobody waits for the log. */
  trial?: boolean;
};

/**
 * Reads and writes of one entity. Every call takes the actor and asks the ability itself; every write checks the
 * version, logs before and after, and does it all in one transaction.
 * Refuses with 403 `not-authorized`, 404 `not-found`, 409 `stale-version` or `state-changed`, 422 `invalid-input`.
 */
export function store<E extends Entity<any, any, any>>(of: E, options: StoreOptions<ActOf<E>>) {
  type Row = RowOf<E> & Record<string, any>;
  const table = of.table as never;
  const reads = readsOf(of, options);

  async function locked(actor: Actor, seen: Seen, actions: readonly string[] | null, tx: Tx): Promise<Row> {
    const allowed = actions === null ? sql<boolean>`true` : reads.reachOf(actor, actions);
    const found =
      validate(seen.id) &&
      (await tx
        .selectFrom(table)
        .selectAll()
        .where('id' as never, '=', seen.id as never)
        .where(allowed)
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
      updatedAt: new Date().toISOString(),
      updatedBy: personId(actor),
    };
    return clean(
      await tx
        .updateTable(table)
        .set(changed as never)
        .where('id' as never, '=', before.id as never)
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

  const inTransaction = <T>(given: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
    (given ? work(given) : transaction(work)).catch((error: unknown) => {
      throw asRefusal(error, of);
    });

  async function logged(
    actor: Actor,
    act: string,
    before: object | null,
    after: Row,
    tx: Tx,
    more: WriteOptions = {},
  ): Promise<void> {
    if (more.trial) return;
    await logActivity(
      actor,
      {
        event: `${of.name}.${more.event ?? act}`,
        subject: of.subject,
        entity: of.name,
        entityId: after.id,
        entityNumber: calledBy(after),
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

  const made = {
    of,
    options,
    ...reads,

    /** Makes a record from what a person sent. `work` sees the parsed input and may add columns of its own. */
    async create(actor: Actor, input: unknown, work?: Work<any, null>, more: WriteOptions = {}): Promise<Row> {
      if (
        actor.type !== 'system' &&
        (!options.rights.create || actor.ability.scopes(of.subject, options.rights.create).size === 0)
      )
        throw notAuthorized();
      const entered = parse(inputSchema(of), input) as Record<string, unknown>;
      return inTransaction(more.tx, async (tx) => {
        const id = uuid();
        const added = await work?.({ ...entered, id }, tx, null);
        const by = { createdBy: personId(actor), updatedBy: personId(actor) };
        const row = clean(
          await tx
            .insertInto(table)
            .values({ status: of.statuses[0], ...stored({ ...entered, ...added }), ...by, id } as never)
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
        await more.after?.({ ...lists(entered), ...row }, tx);
        await logged(actor, 'created', null, { ...lists(entered), ...row, ...more.also }, tx, more);
        return row;
      });
    },

    /**
     * Changes the form's fields that are sent; `seen.version` must be the newest. Where everything stands so already the
     * record is given back as it is: no new version, no entry. An event of its own is always written.
     */
    async update(
      actor: Actor,
      seen: Seen,
      input: unknown,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[]; fields?: readonly string[] } = {},
    ): Promise<Row> {
      const sent = Object.keys((input ?? {}) as object).filter((name) =>
        (more.fields ?? (of.form as readonly string[])).includes(name),
      );
      const entered = parse(inputSchema(of, sent), input) as Record<string, unknown>;
      return inTransaction(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        const added = await work?.({ ...before, ...entered } as Row, tx, before);
        const { beforeLists = {}, ...patch } = (added ?? {}) as { beforeLists?: object };
        const [values, told] = [
          { ...entered, ...patch },
          { ...lists(entered), ...more.also },
        ];
        if (
          !more.event &&
          !more.changed &&
          sameValues(before, values, Object.keys(stored(values))) &&
          sameValues(beforeLists, told)
        )
          return before;
        const row = await write(actor, before, values, tx);
        await more.after?.({ ...lists(entered), ...row }, tx);
        await logged(actor, 'updated', { ...before, ...beforeLists }, { ...row, ...told }, tx, more);
        return row;
      });
    },

    /**
     * Moves a record along a declared transition. Any status but the declared ones is `state-changed` (409).
     * `unasked` skips the right: only for operations that have already asked another (an approval's last step).
     */
    async transition(
      actor: Actor,
      act: ActOf<E>,
      seen: Seen,
      work?: Work<Row>,
      more: WriteOptions & { unasked?: boolean } = {},
    ): Promise<Row> {
      const { from, to } = of.transitions[act] as { from: readonly string[]; to: string };
      return inTransaction(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.unasked ? null : (options.rights.acts?.[act] ?? []), tx);
        if (!from.includes(before.status))
          throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
        const { beforeLists = {}, ...patch } = ((await work?.(before, tx, before)) ?? {}) as { beforeLists?: object };
        const row = await write(actor, before, { status: to, ...patch }, tx);
        await more.after?.(row, tx);
        await logged(actor, act, { ...before, ...beforeLists }, { ...row, ...more.also }, tx, more);
        return row;
      });
    },
  };
  rememberStore(made as unknown as AnyStore);
  return made;

  function lists(entered: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(entered).filter(([name]) => (of.fields[name] as Field | undefined)?.column === false),
    );
  }
}
