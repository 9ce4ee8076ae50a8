import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { reach, within } from '#lib/access/scope.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import type { ActOf, AnyEntity, TabOf, RowOf } from './entity.ts';
import { column, notDeleted, tableOf, titleOf } from './columns.server.ts';
import { countsBy, countsOf, pageStatement, pageWithTotal, selection, withTitles } from './list/list.server.ts';
import type { ListParts } from './list/list-condition.server.ts';
import type { ListQuery } from './list/list-query.ts';
import { notAuthorized, notFound } from '#lib/values/refusal.ts';

/** A row as people read it: with the titles of what it refers to, and what is computed for it. */
export type ReadRow<E> = RowOf<E> & { titles: Record<string, string> } & Record<string, unknown>;

export interface Page<R, L extends string = string> {
  items: R[];
  /** Exact up to 10,000; 10,001 means more. */
  total: number;
  page: number;
  perPage: number;
  /** Rows per tab, by the value of `:type`. */
  counts: Record<L, number>;
  /** Rows of the states that the query counts along, by their names; none where counting them took too long. */
  viewCounts: Record<string, number>;
  /** What the amounts of all matching rows come to, by field; none where they are more than are counted. */
  totals: Record<string, number>;
  /** When nothing matches: rows there would be without this filter, by its name; the words are 'q'. */
  without: Record<string, number>;
}

export interface Rights<A extends string> {
  list: readonly string[];
  show: readonly string[];
  create?: readonly string[];
  update?: readonly string[];
  /** A transition without rights here is started by other operations only. */
  acts?: Partial<Record<A, readonly string[]>>;
}

/** `A` are the transitions of its records, `L` the tabs of its list. */
export interface StoreOptions<A extends string, L extends string = string> {
  rights: Rights<A>;
  /** Widens what people with any right may read, never what may be changed: an approver sees what he is asked about. */
  reachMore?: (actor: Actor) => RawBuilder<boolean>;
  /** Narrows everything, whatever the right: what is somebody's own alone. */
  narrow?: (actor: Actor) => RawBuilder<boolean>;
  types?: Partial<Record<L, (actor: Actor) => RawBuilder<boolean>>>;
  /** What of the deleted the actor may restore; none of it when left out. */
  restorable?: (actor: Actor) => RawBuilder<boolean>;
  computed?: Record<string, (actor: Actor) => RawBuilder<unknown>>;
  searchMore?: ListParts['searchMore'];
  /** The content of a record's lists in tables of their own; read when one of them is changed. */
  lists?: (id: string, reader: Db) => Promise<object>;
}

/**
 * What a store reads: lists, records and choices, each within the actor's reach but the choices. Refuses with 403
 * `not-authorized` and 404 `not-found`.
 */
export function readsOf<E extends AnyEntity>(of: E, options: StoreOptions<ActOf<E>, TabOf<E>>) {
  const reading = new Set([...options.rights.list, ...options.rights.show]);

  /** What the actor reaches of what has not been deleted. */
  const reachOf = (actor: Actor, actions: readonly string[]): RawBuilder<boolean> =>
    sql<boolean>`(${reachAtAll(actor, actions)} and ${notDeleted(of)})`;

  function reachAtAll(actor: Actor, actions: readonly string[]): RawBuilder<boolean> {
    if (actor.type === 'system') return sql<boolean>`true`;
    const scopes = actor.ability.scopes(of.subject, actions);
    if (scopes.size === 0) throw notAuthorized();
    return within(
      options.narrow?.(actor),
      reach(
        actor,
        scopes,
        of.scope ?? {},
        of.table,
        actions.every((action) => reading.has(action)) ? options.reachMore?.(actor) : undefined,
      ),
    );
  }

  /** What was deleted and the actor may restore. */
  function deletedOf(actor: Actor): RawBuilder<boolean> {
    const mine = options.restorable?.(actor) ?? sql<boolean>`false`;
    return sql<boolean>`(${within(options.narrow?.(actor), mine)} and not ${notDeleted(of)})`;
  }

  function parts(actor: Actor, actions: readonly string[]): ListParts {
    const applied = <T>(made: Record<string, (actor: Actor) => T> | undefined) =>
      Object.fromEntries(Object.entries(made ?? {}).map(([name, make]) => [name, make(actor)]));
    return {
      of,
      reach: reachOf(actor, actions),
      deleted: deletedOf(actor),
      types: applied(options.types as Record<string, (actor: Actor) => RawBuilder<boolean>> | undefined),
      computed: applied(options.computed),
      searchMore: options.searchMore,
    };
  }

  async function one(all: ListParts, reached: RawBuilder<boolean>, id: string, reader: Db): Promise<ReadRow<E>> {
    if (!validate(id)) throw notFound();
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(selection(all))} from ${tableOf(of)} where ${column(of, 'id')} = ${id} and ${reached}`.execute(
      reader,
    );
    if (!rows[0]) throw notFound();
    return withTitles<ReadRow<E>>(rows[0]);
  }

  return {
    reachOf,
    reachAtAll,
    parts,

    /** A page of the rows the actor reaches, with the total and the count of each tab: two statements; one without. */
    async list(
      actor: Actor,
      query: ListQuery,
      actions: readonly string[] = options.rights.list,
    ): Promise<Page<ReadRow<E>, TabOf<E>>> {
      const all = parts(actor, actions);
      if (query.uncounted) {
        const { rows, total } = await pageWithTotal(all, query);
        const items = rows.map((row) => withTitles<ReadRow<E>>(row));
        const none = { counts: {} as Record<TabOf<E>, number>, viewCounts: {}, totals: {}, without: {} };
        return { items, total, page: query.page, perPage: query.perPage, ...none };
      }
      const [rows, counted] = await Promise.all([pageStatement(all, query).execute(db), countsOf(all, query)]);
      const { total = 0, ...counts } = counted.rows[0]!;
      return {
        items: rows.rows.map((row) => withTitles<ReadRow<E>>(row)),
        total,
        page: query.page,
        perPage: query.perPage,
        counts: countsBy(counts, 't:'),
        viewCounts: countsBy(counts, 'v:'),
        totals: total > COUNT_CEILING ? {} : countsBy(counts, 's:'),
        without: total === 0 ? countsBy(counts, 'w:') : {},
      };
    },

    /** Every row of the query up to `ceiling`, for an export: same reach, same filters, same order. */
    async all(
      actor: Actor,
      query: ListQuery,
      ceiling: number,
      actions: readonly string[] = options.rights.list,
    ): Promise<ReadRow<E>[]> {
      const { rows } = await pageStatement(parts(actor, actions), query, ceiling, 0).execute(db);
      return rows.map((row) => withTitles<ReadRow<E>>(row));
    },

    /** One record within reach of any of the actions, or 404. */
    async get(
      actor: Actor,
      id: string,
      actions: readonly string[] = options.rights.show,
      reader: Db = db,
    ): Promise<ReadRow<E>> {
      const all = parts(actor, actions);
      return one(all, all.reach, id, reader);
    },

    /** A record that was deleted, for whoever may restore it; 404 for all others. */
    async getDeleted(actor: Actor, id: string): Promise<ReadRow<E>> {
      const all = parts(actor, options.rights.show);
      return one(all, deletedOf(actor), id, db);
    },

    /** Whether the actor reaches this record with any of the actions; for buttons and for what hangs on a record. */
    async reaches(actor: Actor, id: string, actions: readonly string[] = options.rights.show): Promise<boolean> {
      if (!validate(id) || (actor.type !== 'system' && actor.ability.scopes(of.subject, actions).size === 0))
        return false;
      const { rows } =
        await sql`select 1 from ${tableOf(of)} where ${column(of, 'id')} = ${id} and ${reachOf(actor, actions)}`.execute(
          db,
        );
      return rows.length > 0;
    },

    /** Choices for a select: id and title of the records of the given statuses, whatever the reader's reach. */
    async choices(statuses: readonly string[] = ['active']): Promise<{ value: string; label: string }[]> {
      const { rows } = await sql<{ value: string; label: string }>`
        select id as value, ${titleOf(of.name, column(of, 'id'))} as label from ${tableOf(of)}
        where status = any(${statuses}::text[]) and ${notDeleted(of)} order by label limit 1000`.execute(db);
      return rows;
    },
  };
}
