import { sql, type RawBuilder } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import { personId, type Actor } from '#lib/access/actor.ts';
import { reach, within } from '#lib/access/scope.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/platform/database.server.ts';
import { asRefusal } from './constraint.server.ts';
import { inputSchema, snake, type ActOf, type Entity, type RowOf } from './entity.ts';
import type { Field } from './fields.ts';
import { column, countsBy, countsOf, pageStatement, selection, titleOf, withTitles, type ListParts } from './list.server.ts';
import type { ListQuery } from './list-query.ts';
import { parse } from './parse.ts';
import { Refusal, notAuthorized, notFound } from './refusal.ts';
import { sameValues } from './same-values.ts';
import { calledBy } from './titles.server.ts';
import { rememberStore, type AnyStore } from './stores.server.ts';

/** A row as people read it: with the titles of what it refers to, and what is computed for it. */
export type ReadRow<E> = RowOf<E> & { titles: Record<string, string> } & Record<string, unknown>;

export interface Page<R> {
  items: R[];
  /** Exact up to 10,000; 10,001 stands for more. */
  total: number;
  page: number;
  perPage: number;
  /** Rows per tab, by the value of `:type`. */
  counts: Record<string, number>;
  /** Rows of the states that the query counts along, by their names; none where counting them took too long. */
  viewCounts: Record<string, number>;
  /** When nothing matches: rows there would be without this filter, by its name; the words are 'q'. */
  without: Record<string, number>;
}

/** Which record, and the version the person saw. */
export interface Seen {
  id: string;
  version: number;
}

export interface Rights<A extends string> {
  list: readonly string[];
  show: readonly string[];
  create?: readonly string[];
  update?: readonly string[];
  /** A transition without rights here is started by other operations only. */
  acts?: Partial<Record<A, readonly string[]>>;
}

export interface StoreOptions<A extends string> {
  rights: Rights<A>;
  /** Widens what whoever has a right at all may read, never what may be changed: an approver sees what he is asked about. */
  reachMore?: (actor: Actor) => RawBuilder<boolean>;
  /** Narrows everything, whatever the right: what is somebody's own alone. */
  narrow?: (actor: Actor) => RawBuilder<boolean>;
  types?: Record<string, (actor: Actor) => RawBuilder<boolean>>;
  computed?: Record<string, (actor: Actor) => RawBuilder<unknown>>;
  searchMore?: ListParts['searchMore'];
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
  const reading = new Set([...options.rights.list, ...options.rights.show]);

  function reachOf(actor: Actor, actions: readonly string[]): RawBuilder<boolean> {
    if (actor.type === 'system') return sql<boolean>`true`;
    const scopes = actor.ability.scopes(of.subject, actions);
    if (scopes.size === 0) throw notAuthorized();
    return within(options.narrow?.(actor), reach(actor, scopes, of.scope ?? {}, of.table, actions.every((action) => reading.has(action)) ? options.reachMore?.(actor) : undefined));
  }

  function parts(actor: Actor, actions: readonly string[]): ListParts {
    const applied = <T>(made: Record<string, (actor: Actor) => T> | undefined) =>
      Object.fromEntries(Object.entries(made ?? {}).map(([name, make]) => [name, make(actor)]));
    return { of, reach: reachOf(actor, actions), types: applied(options.types), computed: applied(options.computed), searchMore: options.searchMore };
  }

  async function locked(actor: Actor, seen: Seen, actions: readonly string[] | null, tx: Tx): Promise<Row> {
    const allowed = actions === null ? sql<boolean>`true` : reachOf(actor, actions);
    const found = validate(seen.id) && (await tx.selectFrom(table).selectAll().where('id' as never, '=', seen.id as never).where(allowed).forUpdate().executeTakeFirst());
    if (!found) throw notFound();
    const row = clean(found);
    if (row.version !== Number(seen.version)) throw new Refusal('stale-version', 409, { newer: row });
    return row;
  }

  async function write(actor: Actor, before: Row, patch: object, tx: Tx): Promise<Row> {
    const changed = { ...stored(patch), version: before.version + 1, updatedAt: new Date().toISOString(), updatedBy: personId(actor) };
    return clean(await tx.updateTable(table).set(changed as never).where('id' as never, '=', before.id as never).returningAll().executeTakeFirstOrThrow());
  }

  /** Only what are columns of the table; jsonb goes in as text. */
  function stored(values: object): object {
    return Object.fromEntries(Object.entries(values)
      .filter(([name]) => (of.fields[name] as Field | undefined)?.column ?? name === 'status')
      .map(([name, value]) => [name, (of.fields[name] as Field | undefined)?.kind === 'json' && value !== null ? JSON.stringify(value) : value]));
  }

  function clean(row: object): Row {
    const { search: _, ...rest } = row as Record<string, unknown>;
    return rest as Row;
  }

  const inTransaction = <T>(given: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> =>
    (given ? work(given) : transaction(work)).catch((error: unknown) => {
      throw asRefusal(error, of);
    });

  async function logged(actor: Actor, act: string, before: object | null, after: Row, tx: Tx, more: WriteOptions = {}): Promise<void> {
    if (more.trial) return;
    await logActivity(actor, {
      event: `${of.name}.${more.event ?? act}`, subject: of.subject, entity: of.name, entityId: after.id, entityNumber: calledBy(after),
      businessEntityId: after[of.scope?.businessEntity ?? ''] ?? null, departmentId: after[of.scope?.department ?? ''] ?? null,
      before: before as Record<string, unknown> | null, after, params: more.params, onBehalfOf: more.onBehalfOf,
    }, tx);
  }


  const made = {
    of,
    options,
    reachOf,
    parts,

    /** A page of the rows the actor reaches, with the total and the count of each tab: two statements. */
    async list(actor: Actor, query: ListQuery, actions: readonly string[] = options.rights.list): Promise<Page<ReadRow<E>>> {
      const all = parts(actor, actions);
      const [rows, counted] = await Promise.all([pageStatement(all, query).execute(db), countsOf(all, query)]);
      const { total = 0, ...counts } = counted.rows[0]!;
      return {
        items: rows.rows.map((row) => withTitles<ReadRow<E>>(row)),
        total, page: query.page, perPage: query.perPage,
        counts: countsBy(counts, 't:'),
        viewCounts: countsBy(counts, 'v:'),
        without: total === 0 ? countsBy(counts, 'w:') : {},
      };
    },

    /** Every row of the query up to `ceiling`, for an export: same reach, same filters, same order. */
    async all(actor: Actor, query: ListQuery, ceiling: number, actions: readonly string[] = options.rights.list): Promise<ReadRow<E>[]> {
      const { rows } = await pageStatement(parts(actor, actions), query, ceiling, 0).execute(db);
      return rows.map((row) => withTitles<ReadRow<E>>(row));
    },

    /** One record within reach of any of the actions, or 404. */
    async get(actor: Actor, id: string, actions: readonly string[] = options.rights.show, reader: Db = db): Promise<ReadRow<E>> {
      const all = parts(actor, actions);
      if (!validate(id)) throw notFound();
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(selection(all))} from ${sql.table(snake(of.table))} where ${column(of, 'id')} = ${id} and ${all.reach}`.execute(reader);
      if (!rows[0]) throw notFound();
      return withTitles<ReadRow<E>>(rows[0]);
    },

    /** Whether the actor reaches this record with any of the actions; for buttons and for what hangs on a record. */
    async reaches(actor: Actor, id: string, actions: readonly string[] = options.rights.show): Promise<boolean> {
      if (!validate(id) || (actor.type !== 'system' && actor.ability.scopes(of.subject, actions).size === 0)) return false;
      const { rows } = await sql`select 1 from ${sql.table(snake(of.table))} where ${column(of, 'id')} = ${id} and ${reachOf(actor, actions)}`.execute(db);
      return rows.length > 0;
    },

    /** Choices for a select: id and title of the records of the given statuses, whatever the reader's reach. */
    async choices(statuses: readonly string[] = ['active']): Promise<{ value: string; label: string }[]> {
      const { rows } = await sql<{ value: string; label: string }>`
        select id as value, ${titleOf(of.name, column(of, 'id'))} as label from ${sql.table(snake(of.table))}
        where status = any(${statuses}::text[]) order by label limit 1000`.execute(db);
      return rows;
    },

    /** Makes a record from what a person sent. `work` sees the parsed input and may add columns of its own. */
    async create(actor: Actor, input: unknown, work?: Work<any, null>, more: WriteOptions = {}): Promise<Row> {
      if (actor.type !== 'system' && (!options.rights.create || actor.ability.scopes(of.subject, options.rights.create).size === 0)) throw notAuthorized();
      const entered = parse(inputSchema(of), input) as Record<string, unknown>;
      return inTransaction(more.tx, async (tx) => {
        const id = uuid();
        const added = await work?.({ ...entered, id }, tx, null);
        const by = { createdBy: personId(actor), updatedBy: personId(actor) };
        const row = clean(await tx.insertInto(table).values({ status: of.statuses[0], ...stored({ ...entered, ...added }), ...by, id } as never).returningAll().executeTakeFirstOrThrow());
        await more.after?.({ ...lists(entered), ...row }, tx);
        await logged(actor, 'created', null, { ...lists(entered), ...row, ...more.also }, tx, more);
        return row;
      });
    },

    /**
     * Changes the form's fields that are sent; `seen.version` must be the newest. Where everything stands so already the
     * record is given back as it is: no new version, no entry. An event of its own is always written.
     */
    async update(actor: Actor, seen: Seen, input: unknown, work?: Work<Row>, more: WriteOptions & { actions?: readonly string[]; fields?: readonly string[] } = {}): Promise<Row> {
      const sent = Object.keys((input ?? {}) as object).filter((name) => (more.fields ?? (of.form as readonly string[])).includes(name));
      const entered = parse(inputSchema(of, sent), input) as Record<string, unknown>;
      return inTransaction(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        const added = await work?.({ ...before, ...entered } as Row, tx, before);
        const { beforeLists = {}, ...patch } = (added ?? {}) as { beforeLists?: object };
        const [values, told] = [{ ...entered, ...patch }, { ...lists(entered), ...more.also }];
        if (!more.event && !more.changed && sameValues(before, values, Object.keys(stored(values))) && sameValues(beforeLists, told)) return before;
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
    async transition(actor: Actor, act: ActOf<E>, seen: Seen, work?: Work<Row>, more: WriteOptions & { unasked?: boolean } = {}): Promise<Row> {
      const { from, to } = of.transitions[act] as { from: readonly string[]; to: string };
      return inTransaction(more.tx, async (tx) => {
        const before = await locked(actor, seen, more.unasked ? null : (options.rights.acts?.[act] ?? []), tx);
        if (!from.includes(before.status)) throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
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
    return Object.fromEntries(Object.entries(entered).filter(([name]) => (of.fields[name] as Field | undefined)?.column === false));
  }
}
