import { isOnForm, labels } from '#lib/records/entity.ts';
import { besideFaults, referenceFaultsOf } from '#lib/records/references.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { requireAct, rightsIn } from '../acts.server.ts';
import { changeOf, headerOf, type LineChange } from '../document-change.server.ts';
import type { ActGrant, AnyDocument } from '../document.ts';
import type { RowOfDocument, StoreOf } from '../life-rules.ts';
import { writeLines } from '../lines/lines.server.ts';
import { changeOpened } from '../opened-fields.server.ts';
import type { WritingRules } from '../writing-rules.ts';
import { columnsOf, listsOf, pickedLists, tidied, type Values } from './written-values.server.ts';

/** Changing documents of one kind: by a person as far as the status opens them, and by what was decided elsewhere. */
export function changingOf<D extends AnyDocument>(of: D, documents: StoreOf<D>, rules: WritingRules<RowOfDocument<D>>) {
  type Row = RowOfDocument<D>;
  const { rights } = documents.options;
  const editAct = (of.acts['edit'] ?? { may: [] }) as { may: readonly ActGrant[]; because?: Record<string, string> };

  /**
   * Changes a document as far as its status opens it (`editable`): the whole form with the lines, some fields, or what
   * the step of a policy opens to whoever decides. Lines, when sent, are all that are to stand: those with an id are
   * kept, others are new. 409 `field-locked` with its name and the status, or the reason of the act `edit`.
   */
  function update(actor: Actor, seen: ShownVersion, input: unknown, within?: Tx): Promise<Row> {
    const sent = tidied(rules, input);
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

  async function updateWhole(actor: Actor, seen: ShownVersion, sent: Values, before: Row, tx: Tx): Promise<Row> {
    const { change } = await changeOf(tx, of, before, sent, rules);
    const params = {};
    const work = async (row: Row, own: Tx, was: Row) => {
      Object.assign(params, await requireAct(actor, of, 'edit', was, own));
      return { ...(await columnsOf(of, rules, own, actor, row, was)), ...columnsOfLines(change) };
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
      const { entered, change } = await changeOf(tx, of, before, tidied(rules, input), rules);
      const had = await listsOf(of, documents, before, entered, tx);
      const taken = await rules.takenFrom?.(tx, before);
      const faults = await referenceFaultsOf(of, before.id, entered, [before, had, taken], tx);
      const row = { ...before, ...entered };
      const columns = await besideFaults(faults, () => columnsOf(of, rules, tx, actor, row, before));
      const [{ beforeLists, ...totals }, { also, ...rest }] = [columnsOfLines(change), written(change, entered)];
      Object.assign(more, rest, { also: { ...how.also, ...pickedLists(of, entered), ...also } });
      return { ...entered, ...columns, ...totals, ...values, beforeLists: { ...had, ...beforeLists } };
    };
    return documents.update(actor, seen, {}, work, more) as Promise<Row>;
  }

  const written = (change: LineChange | null, entered: Values = {}): WriteOptions => ({
    changed: change !== null,
    also: change ? { lines: change.told.after } : {},
    after: async (row: Row, tx: Tx) => {
      if (change) await writeLines(tx, of.lines!, row.id, change.plan);
      await rules.after?.(tx, { ...pickedLists(of, entered), ...row });
    },
  });

  return { update, change, apply };
}

const columnsOfLines = (change: LineChange | null): Values =>
  change ? { ...change.totals, beforeLists: { lines: change.told.before } } : {};
