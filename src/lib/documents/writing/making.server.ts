import { addWatchers } from '#lib/on-records/watchers.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { entryOf, headerOf, plannedLines } from '../document-change.server.ts';
import { documentName } from '../document-name.ts';
import type { AnyDocument } from '../document.ts';
import type { RowOfDocument, StoreOf } from '../life-rules.ts';
import { asNewLines } from '../lines/line-input.ts';
import { lineTexts } from '../lines/line-texts.server.ts';
import { linesOf, writeLines } from '../lines/lines.server.ts';
import { isOpenLine } from '../lines/priced-lines.ts';
import type { Making, PlannedLines, WritingRules } from '../writing-rules.ts';
import { columnsOf, listsOf, tidied, type Values } from './written-values.server.ts';

/** Making documents of one kind: new ones, and copies of others. */
export function makingOf<D extends AnyDocument>(of: D, documents: StoreOf<D>, rules: WritingRules<RowOfDocument<D>>) {
  type Row = RowOfDocument<D>;
  const { rights } = documents.options;
  const isRequesterFixed = of.fields[of.requester].readOnly === true;

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
    const sent = tidied(rules, input);
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
      return { ...given, ...(await columnsOf(of, rules, tx, actor, row, null)), ...planned?.totals };
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

  /** A new draft of the actor's own with the form and the lines of another document (model of purchasing, 0.2). */
  async function copy(actor: Actor, id: string): Promise<Row> {
    const from = (await documents.get(actor, id)) as unknown as Row;
    const lines = of.lines ? asNewLines((await linesOf(of.lines, from.id)).filter(isOpenLine)) : [];
    const values = Object.fromEntries((of.form as readonly string[]).map((name) => [name, from[name]]));
    const mine = Object.entries(rules.forOthers ? own(actor) : {}).filter(([, value]) => value);
    const ahead = (rules.ahead ?? []).map((name) => [name, from[name] < today() ? today() : from[name]]);
    const input = {
      ...values,
      ...(await listsOf(of, documents, from, values)),
      ...Object.fromEntries([...mine, ...ahead]),
    };
    const params = { from: documentName(of, from) };
    const origin = 'copiedFromId' in of.fields ? { values: { copiedFromId: from.id } } : {};
    return make(actor, input, lines as Values[], { ...origin, event: 'copied', params, takenFrom: from });
  }

  return { first, create, copy };
}
