import { sql, type RawBuilder } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { afterCommit } from '#lib/process/database/after-commit.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { asRefusal } from './constraint.server.ts';
import { editableIn, inUse, inputSchema, labels, type ActOf, type AnyEntity, type RowOf } from './entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized, notFound, type FieldError } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { besideFaults, newlyNamed, referenceFaults } from './references.server.ts';
import { notDeleted, titleOf } from './list/list.server.ts';
import { readsOf, type StoreOptions } from './store-reading.server.ts';
import { rememberStore, type AnyStore } from './stores.server.ts';
import { calledBy } from './titles.server.ts';
import { isWithin, lockTree, openBelow } from './tree.server.ts';

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
  /** Once all of it has committed, with the row as it was written; nobody waits for it (`afterCommit` of the database). */
  afterCommit?: (row: any) => void | Promise<void>;
  /** A record whose values are taken over: what it names already is not asked about again. */
  takenFrom?: object | null | undefined;
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
 * Refuses with 403 `not-authorized`, 404 `not-found`, 409 `stale-version`, `state-changed`, `locked-in-status` or
 * `has-open-below`, `on-hold`, 422 `invalid-input`.
 */
export function store<E extends AnyEntity>(of: E, options: StoreOptions<ActOf<E>>) {
  type Row = RowOf<E> & Record<string, any>;
  const table = of.table as never;
  const reads = readsOf(of, options);

  async function locked(
    actor: Actor,
    seen: Seen,
    actions: readonly string[] | null,
    tx: Tx,
    there: RawBuilder<boolean> = notDeleted(of),
  ): Promise<Row> {
    const allowed = actions === null ? sql<boolean>`true` : reads.reachAtAll(actor, actions);
    const found =
      validate(seen.id) &&
      (await tx
        .selectFrom(table)
        .selectAll()
        .where('id' as never, '=', seen.id as never)
        .where(allowed)
        .where(there)
        .forUpdate()
        .executeTakeFirst());
    if (!found) throw notFound();
    const row = clean(found);
    if (row.version !== Number(seen.version)) throw new Refusal('stale-version', 409, { newer: row });
    return row;
  }

  /** 409 for a field that the record's status does not open: `locked-in-status`, or `state-changed` where it opens none. */
  function refuseLocked(before: Row, sent: readonly string[]): void {
    const open = editableIn(of, before.status);
    if (sent.every((name) => open.includes(name))) return;
    const because = of.lockedBecause?.[before.status];
    if (open.length > 0 || because)
      throw new Refusal(because ?? 'locked-in-status', 409, { params: { status: labels.status(of, before.status) } });
    throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
  }

  /** 409 `on-hold` with the reason and who gave it: nothing happens to what is held. */
  async function refuseHeld({ onHold, holdReason, heldById }: Row, tx: Tx): Promise<void> {
    if (!onHold) return;
    const { rows } = await sql<{ by: string | null }>`select ${titleOf('user', sql`${heldById}::uuid`)} as by`.execute(
      tx,
    );
    throw new Refusal('on-hold', 409, { params: { reason: holdReason, by: rows[0]?.by ?? '' } });
  }

  /** What the input newly names must be there, in use, and for a tree not below the record itself; every fault at its field. */
  async function referenceFaultsOf(
    id: string,
    entered: Record<string, unknown>,
    known: readonly (object | null | undefined)[],
    tx: Tx,
  ): Promise<FieldError[]> {
    const faults = await referenceFaults(tx, newlyNamed(of, entered, ...known));
    const above = of.tree && entered[of.tree];
    if (above && !faults.some(({ path }) => path === of.tree) && (await isWithin(tx, of, of.tree!, String(above), id)))
      faults.push({ path: of.tree!, code: 'in-itself' });
    return faults;
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

  function follow(row: Row, tx: Tx, { afterCommit: work }: WriteOptions): void {
    if (work) afterCommit(tx, () => work(row));
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
        if (of.tree && entered[of.tree]) await lockTree(tx, of);
        const faults = await referenceFaultsOf(id, entered, [more.takenFrom], tx);
        const added = await besideFaults(faults, async () => work?.({ ...entered, id }, tx, null));
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
        follow(row, tx, more);
        return row;
      });
    },

    /**
     * Changes the form's fields that are sent, where the status opens them (`editable`); `seen.version` must be the newest.
     * Where everything stands so already the record is given back as it is: no new version, no entry. An event of its own
     * is always written.
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
        if (of.tree && entered[of.tree]) await lockTree(tx, of);
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        if (sent.length > 0) await refuseHeld(before, tx);
        refuseLocked(before, sent);
        const had = Object.keys(lists(entered)).length > 0 ? await options.lists?.(before.id, tx) : {};
        const faults = await referenceFaultsOf(before.id, entered, [before, had, more.takenFrom], tx);
        const added = await besideFaults(faults, async () => work?.({ ...before, ...entered } as Row, tx, before));
        const { beforeLists = sentOf(had ?? {}, entered), ...patch } = (added ?? {}) as { beforeLists?: object };
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
        follow(row, tx, more);
        return row;
      });
    },

    /**
     * Moves a record along a declared transition. Any status but the declared ones is `state-changed` (409); what takes a
     * record of a tree out of use is refused while others in use stand below it (409 `has-open-below`).
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
        const closes = of.tree && inUse({}, of)?.includes(to) === false;
        if (closes) await lockTree(tx, of);
        const before = await locked(actor, seen, more.unasked ? null : (options.rights.acts?.[act] ?? []), tx);
        if (!from.includes(before.status))
          throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
        if (act !== 'release') await refuseHeld(before, tx);
        const { beforeLists = {}, ...patch } = ((await work?.(before, tx, before)) ?? {}) as { beforeLists?: object };
        const count = closes ? await openBelow(tx, of, before.id) : 0;
        if (count > 0) throw new Refusal('has-open-below', 409, { params: { count } });
        const row = await write(actor, before, { status: to, ...patch }, tx);
        await more.after?.(row, tx);
        await logged(actor, act, { ...before, ...beforeLists }, { ...row, ...more.also }, tx, more);
        follow(row, tx, more);
        return row;
      });
    },

    /**
     * Deletes a draft that never had a number (409 `state-changed` for any other record): nobody finds it any more, until
     * it is restored. After thirty days it is gone for good (`purge`).
     */
    async remove(
      actor: Actor,
      seen: Seen,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[] } = {},
    ): Promise<Row> {
      return inTransaction(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        if (!('deletedAt' in of.fields) || before.status !== of.statuses[0] || before['number'] !== null)
          throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
        await refuseHeld(before, tx);
        return turned(actor, before, new Date().toISOString(), work, more, tx);
      });
    },

    /** Takes a deletion back; 404 for what was not deleted, or is gone for good. */
    async restore(
      actor: Actor,
      seen: Seen,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[] } = {},
    ): Promise<Row> {
      return inTransaction(more.tx, async (tx) => {
        const deleted = 'deletedAt' in of.fields ? sql<boolean>`not ${notDeleted(of)}` : sql<boolean>`false`;
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx, deleted);
        return turned(actor, before, null, work, more, tx);
      });
    },
  };
  rememberStore(made as unknown as AnyStore);
  return made;

  async function turned(
    actor: Actor,
    before: Row,
    deletedAt: string | null,
    work: Work<Row> | undefined,
    more: WriteOptions,
    tx: Tx,
  ): Promise<Row> {
    const added = await work?.(before, tx, before);
    const row = await write(actor, before, { ...added, deletedAt }, tx);
    await more.after?.(row, tx);
    await logged(actor, deletedAt ? 'deleted' : 'restored', before, { ...row, ...more.also }, tx, more);
    follow(row, tx, more);
    return row;
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
