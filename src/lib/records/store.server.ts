import { instantNow } from '#lib/values/time.ts';
import { v7 as uuid } from 'uuid';
import { recordTables } from '#lib/process/database/table.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import { inUse, inputSchema, type ActOf, type AnyEntity, type TabOf } from './entity.ts';
import { takeKey } from './idempotency.server.ts';
import { besideFaults, referenceFaultsOf } from './references.server.ts';
import { refuseHeld, refuseLocked } from './state-refusals.server.ts';
import { deletingOf } from './store-deleting.server.ts';
import { readsOf, type StoreOptions } from './store-reading.server.ts';
import { writesOf, type Work, type WriteOptions, type WrittenRow } from './store-writing.server.ts';
import { registerStore, type AnyStore } from './stores.server.ts';
import { lockTree, activeBelow } from './tree.server.ts';
import type { ShownVersion } from './version.server.ts';

/**
 * Reads and writes of one entity. Every call takes the actor and asks the ability itself; every write checks the
 * version, logs before and after, and does it all in one transaction.
 * Refuses with 403 `not-authorized`, 404 `not-found`, 409 `stale-version`, `state-changed`, `locked-in-status` or
 * `has-open-below`, `on-hold`, 422 `invalid-input`.
 */
export function store<E extends AnyEntity>(of: E, options: StoreOptions<ActOf<E>, TabOf<E>>) {
  type Row = WrittenRow<E>;
  const reads = readsOf(of, options);
  const writes = writesOf(of, reads.reachAtAll);
  const { locked, write, stored, clean, attempt, finish, lists, sentOf } = writes;

  const made = {
    of,
    options,
    ...reads,
    ...deletingOf(of, options, writes),

    /** Makes a record from what a person sent. `work` sees the parsed input and may add columns of its own. */
    async create(actor: Actor, input: unknown, work?: Work<any, null>, more: WriteOptions = {}): Promise<Row> {
      if (
        actor.type !== 'system' &&
        (!options.rights.create || actor.ability.scopes(of.subject, options.rights.create).size === 0)
      )
        throw notAuthorized();
      const entered = parse(inputSchema(of), input) as Record<string, unknown>;
      return attempt(more.tx, async (tx) => {
        const id = uuid();
        await takeKey(tx, actor, of, id);
        if (of.tree && entered[of.tree]) await lockTree(tx, of);
        const faults = await referenceFaultsOf(of, id, entered, [more.takenFrom], tx);
        const added = await besideFaults(faults, async () => work?.({ ...entered, id }, tx, null));
        const at = instantNow();
        const by = { createdAt: at, createdBy: personId(actor), updatedAt: at, updatedBy: personId(actor) };
        const row = clean(
          await recordTables(tx)
            .insertInto(of.table)
            .values({ status: of.statuses[0], ...stored({ ...entered, ...added }), ...by, id })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
        return finish(actor, 'created', null, row, tx, more, lists(entered));
      });
    },

    /**
     * Changes the form's fields that are sent, where the status opens them (`editable`); `seen.version` must be the
     * newest. Where everything stands so already the record is given back as it is: no new version, no entry. An event
     * of its own is always written. What is on hold changes only `whileHeld`: by its release, and by what is no act of
     * a person.
     */
    async update(
      actor: Actor,
      seen: ShownVersion,
      input: unknown,
      work?: Work<Row>,
      more: WriteOptions & { actions?: readonly string[]; fields?: readonly string[]; whileHeld?: boolean } = {},
    ): Promise<Row> {
      const sent = Object.keys((input ?? {}) as object).filter((name) =>
        (more.fields ?? (of.form as readonly string[])).includes(name),
      );
      const entered = parse(inputSchema(of, sent), input) as Record<string, unknown>;
      return attempt(more.tx, async (tx) => {
        if (of.tree && entered[of.tree]) await lockTree(tx, of);
        const before = await locked(actor, seen, more.actions ?? options.rights.update ?? [], tx);
        if (!more.whileHeld) await refuseHeld(before, tx);
        refuseLocked(of, before, sent);
        const had = Object.keys(lists(entered)).length > 0 ? await options.lists?.(before.id, tx) : {};
        const faults = await referenceFaultsOf(of, before.id, entered, [before, had, more.takenFrom], tx);
        const added = await besideFaults(faults, async () => work?.({ ...before, ...entered } as Row, tx, before));
        const { beforeLists = sentOf(had ?? {}, entered), ...patch } = (added ?? {}) as { beforeLists?: object };
        const values = { ...entered, ...patch };
        const stands =
          !more.event &&
          !more.changed &&
          sameValues(before, values, Object.keys(stored(values))) &&
          sameValues(beforeLists, { ...lists(entered), ...more.also });
        if (stands) return before;
        const row = await write(actor, before, values, tx);
        return finish(actor, 'updated', { ...before, ...beforeLists }, row, tx, more, lists(entered));
      });
    },

    /**
     * Moves a record along a declared transition. Any status but the declared ones is `state-changed` (409); what takes
     * a record of a tree out of use is refused while others in use stand below it (409 `has-open-below`). `unasked`
     * skips the right: only for operations that have already asked another (an approval's last step).
     */
    async transition(
      actor: Actor,
      act: ActOf<E>,
      seen: ShownVersion,
      work?: Work<Row>,
      more: WriteOptions & { unasked?: boolean } = {},
    ): Promise<Row> {
      const { from, to } = of.transitions[act] as { from: readonly string[]; to: string };
      return attempt(more.tx, async (tx) => {
        const closes = of.tree && inUse({}, of)?.includes(to) === false;
        if (closes) await lockTree(tx, of);
        const before = await locked(actor, seen, more.unasked ? null : (options.rights.acts?.[act] ?? []), tx);
        if (!from.includes(before.status))
          throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
        await refuseHeld(before, tx);
        const { beforeLists = {}, ...patch } = ((await work?.(before, tx, before)) ?? {}) as { beforeLists?: object };
        const count = closes ? await activeBelow(tx, of, before.id) : 0;
        if (count > 0) throw new Refusal('has-open-below', 409, { params: { count } });
        const row = await write(actor, before, { status: to, ...patch }, tx);
        return finish(actor, act, { ...before, ...beforeLists }, row, tx, more);
      });
    },
  };
  registerStore(made as unknown as AnyStore);
  return made;
}
