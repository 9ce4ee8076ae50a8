import { isOnForm, labels } from '#lib/records/entity.ts';
import { besideFaults, referenceFaultsOf } from '#lib/records/references.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { addWatchers } from '#lib/on-records/watchers.server.ts';
import { db, inTransaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { requireAct, rightsIn } from './acts.server.ts';
import type { AnyDocument, ActGrant } from './document.ts';
import { documentName } from './document-name.ts';
import { changeOf, entryOf, headerOf, plannedLines, type LineChange } from './document-change.server.ts';
import { asNewLines } from './lines/line-input.ts';
import { lineTexts } from './lines/line-texts.server.ts';
import { linesOf, writeLines } from './lines/lines.server.ts';
import type { RowOfDocument, StoreOf } from './life-rules.ts';
import { changeOpened } from './opened-fields.server.ts';
import { ownershipOf } from './ownership/ownership.server.ts';
import { isOpenLine } from './lines/priced-lines.ts';
import type { Making, PlannedLines, WritingRules } from './writing-rules.ts';

type Values = Record<string, any>;

export type Writer<D extends AnyDocument> = ReturnType<typeof writerOf<D>>;

/**
 * Writing one kind of document with its lines: making, changing, copying. Requester, department and business entity,
 * pricing, ids and order of lines, what the log tells of them and who watches it are the same for all; the rules say
 * the rest. Every operation checks right, status and version itself and names every fault at once (422).
 */
export function writerOf<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: WritingRules<RowOfDocument<D>> = {},
) {
  type Row = RowOfDocument<D>;
  const { rights } = documents.options;
  const isRequesterFixed = of.fields[of.requester].readOnly === true;
  const tidied = (input: unknown): Values => {
    const sent = (input ?? {}) as Values;
    return rules.tidied?.(sent) ?? sent;
  };

  /** Values with which a new one begins, where its input says nothing. */
  const first = (actor: Actor): Values => ({
    ...(rules.forOthers && own(actor)),
    ...rules.first?.(actor),
  });

  const own = (actor: Actor): Values => ({
    ...(!isRequesterFixed && { [of.requester]: actor.id }),
    [of.scope!.department!]: actor.mainDepartmentId,
  });

  /** Makes a draft with its lines. What a line takes from the document and does not say itself is the document's. */
  async function create(actor: Actor, input: unknown, how: Making = {}): Promise<Row> {
    if (actor.type !== 'system' && !actor.ability.can(of.subject, ...rights.create!)) throw notAuthorized();
    const sent = tidied(input);
    const header = { ...first(actor), ...headerOf(sent) };
    if (!of.lines) return make(actor, header, [], how);
    const { lines } = entryOf(of, { ...sent, lines: sent['lines'] ?? [] }, header, {});
    return make(actor, header, lines!, how);
  }

  /** Inserts the record and its lines; requester and creator watch it. */
  async function make(
    actor: Actor,
    header: Values,
    lines: readonly Values[],
    { values, ...how }: Making,
  ): Promise<Row> {
    const also: Values = { ...how.also };
    let planned: PlannedLines | null = null;
    const given = { ...(isRequesterFixed && { [of.requester]: personId(actor) }), ...values };
    const work = async (entered: Values, tx: Tx) => {
      const row = { ...entered, ...given };
      if (of.lines) {
        planned = await plannedLines(tx, of, rules, [], lines);
        also['lines'] = await lineTexts(tx, of.lines, lines);
      }
      return { ...given, ...(await columnsOf(tx, actor, row, null)), ...planned?.totals };
    };
    const after = async (row: Row, tx: Tx) => {
      if (planned) await writeLines(tx, of.lines!, row.id, planned.plan);
      await rules.after?.(tx, row);
      const requesterId = row[of.requester] as string;
      await addWatchers(tx, of.name, row.id, [...new Set([requesterId, (row['createdBy'] as string) ?? requesterId])]);
      await how.after?.(row, tx);
    };
    return documents.create(actor, header, work, { ...how, also, after }) as Promise<Row>;
  }

  /**
   * Changes a document as far as its status opens it (`editable`): the whole form with the lines, some fields, or what
   * the step of a policy opens to whoever decides. Lines, when sent, are all that are to stand: those with an id are
   * kept, others are new. 409 `field-locked` with its name and the status, or the reason of the act `edit`.
   */
  function update(actor: Actor, seen: ShownVersion, input: unknown, within?: Tx): Promise<Row> {
    const sent = tidied(input);
    const work = async (tx: Tx): Promise<Row> => {
      const before = (await documents.get(actor, seen.id, rights.update, tx)) as unknown as Row;
      const open = of.editable?.[before.status] as 'form' | readonly string[] | undefined;
      if (open === 'form') return updateWhole(actor, seen, sent, before, tx);
      const asked: readonly string[] = of.transitions['approve']?.from ?? [];
      if (asked.includes(before.status) && rules.openedFaults) return change(actor, seen, sent, tx);
      const touched = Object.keys(sent).filter((name) => isOnForm(of, name) || name === 'lines');
      const shut = touched.find((name) => !open?.includes(name));
      if (!open || shut !== undefined) throw locked(before.status, shut);
      const actions = rightsIn(editAct.may.filter(({ from }) => !from || from.includes(before.status)));
      return documents.update(actor, seen, sent, undefined, { tx, actions, fields: open }) as Promise<Row>;
    };
    return inTransaction(within, work);
  }

  /** Why a document is not changed in this status: what its act `edit` says of it, else the first field that is closed. */
  const locked = (status: string, field: string | undefined): Refusal => {
    const because = editAct.because?.[status] ?? (field === undefined ? 'state-changed' : 'field-locked');
    const label = field === 'lines' ? 'documents.lines.many' : field && labels.field(of, field);
    return new Refusal(because, 409, { params: { status: labels.status(of, status), field: label } });
  };

  /**
   * Changes the fields that a policy step opens to its approvers, while the document waits for the actor's own
   * decision.
   */
  const change = (actor: Actor, seen: ShownVersion, input: Values, within?: Tx): Promise<Row> =>
    changeOpened({ of, documents, faultsOf: rules.openedFaults! }, actor, seen, input, within);

  const editAct = (of.acts['edit'] ?? { may: [] }) as { may: readonly ActGrant[]; because?: Record<string, string> };

  async function updateWhole(actor: Actor, seen: ShownVersion, sent: Values, before: Row, tx: Tx): Promise<Row> {
    const { change } = await changeOf(tx, of, before, sent, rules);
    const params = {};
    const work = async (row: Row, own: Tx, was: Row) => {
      Object.assign(params, await requireAct(actor, of, 'edit', was, own));
      return { ...(await columnsOf(own, actor, row, was)), ...columnsOfLines(change) };
    };
    return documents.update(actor, seen, headerOf(sent), work, {
      tx,
      params,
      ...(rules.takenFrom && { takenFrom: await rules.takenFrom(tx, before) }),
      ...written(change),
    }) as Promise<Row>;
  }

  /**
   * Applies an input to a document whatever its status and whoever is asked: for what has been decided elsewhere, as a
   * revision that was approved. Checked, priced and logged as any change is, under the event's own name; `actions` are
   * the rights that reach it, `values` columns that no input decides. The caller has asked whether it may be done at
   * all.
   */
  async function apply(
    actor: Actor,
    seen: ShownVersion,
    input: unknown,
    { values, ...how }: WriteOptions & { event: string; actions?: readonly string[]; values?: object },
  ): Promise<Row> {
    const more: WriteOptions & { actions?: readonly string[] } = { ...how };
    const work = async (_row: Row, tx: Tx, before: Row) => {
      const { entered, change } = await changeOf(tx, of, before, tidied(input), rules);
      const had = await listsOf(before, entered, tx);
      const taken = await rules.takenFrom?.(tx, before);
      const faults = await referenceFaultsOf(of, before.id, entered, [before, had, taken], tx);
      const row = { ...before, ...entered };
      const columns = await besideFaults(faults, () => columnsOf(tx, actor, row, before));
      const [{ beforeLists, ...totals }, { also, ...rest }] = [columnsOfLines(change), written(change, entered)];
      Object.assign(more, rest, { also: { ...how.also, ...pickedLists(entered), ...also } });
      return { ...entered, ...columns, ...totals, ...values, beforeLists: { ...had, ...beforeLists } };
    };
    return documents.update(actor, seen, {}, work, more) as Promise<Row>;
  }

  /** A new draft of the actor's own with the form and the lines of another document (model of purchasing, 0.2). */
  async function copy(actor: Actor, id: string): Promise<Row> {
    const from = (await documents.get(actor, id)) as unknown as Row;
    const lines = of.lines ? asNewLines((await linesOf(of.lines, from.id)).filter(isOpenLine)) : [];
    const values = Object.fromEntries((of.form as readonly string[]).map((name) => [name, from[name]]));
    const mine = Object.entries(rules.forOthers ? own(actor) : {}).filter(([, value]) => value);
    const ahead = (rules.ahead ?? []).map((name) => [name, from[name] < today() ? today() : from[name]]);
    const input = { ...values, ...(await listsOf(from, values)), ...Object.fromEntries([...mine, ...ahead]) };
    const params = { from: documentName(of, from) };
    const origin = 'copiedFromId' in of.fields ? { values: { copiedFromId: from.id } } : {};
    return make(actor, input, lines as Values[], { ...origin, event: 'copied', params, takenFrom: from });
  }

  /** Columns that follow from what the document says, once whatever cannot be has been refused. */
  const columnsOf = async (tx: Tx, actor: Actor, row: Values, before: Values | null): Promise<object> => ({
    ...(await ownershipOf(tx, of, actor, row, before, rules.forOthers)),
    ...(await rules.checked?.(tx, actor, row as Row, before as Row | null)),
  });

  const columnsOfLines = (change: LineChange | null): Values =>
    change ? { ...change.totals, beforeLists: { lines: change.told.before } } : {};

  const written = (change: LineChange | null, entered: Values = {}): WriteOptions => ({
    changed: change !== null,
    also: change ? { lines: change.told.after } : {},
    after: async (row: Row, tx: Tx) => {
      if (change) await writeLines(tx, of.lines!, row.id, change.plan);
      await rules.after?.(tx, { ...pickedLists(entered), ...row });
    },
  });

  /** The values that are stored in tables of their own. */
  const pickedLists = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => of.fields[name]?.column === false));

  /** What the document's lists hold, as far as `names` has them. */
  async function listsOf({ id }: Row, names: Values, reader: Db = db): Promise<Values> {
    const wanted = Object.keys(pickedLists(names));
    if (wanted.length === 0) return {};
    const held = ((await documents.options.lists?.(id, reader)) ?? {}) as Values;
    return Object.fromEntries(wanted.map((name) => [name, held[name]]));
  }

  return { of, documents, rules, first, create, update, change, apply, copy };
}
