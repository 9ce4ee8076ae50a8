import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyDocument } from '../document.ts';
import type { RowOfDocument, StoreOf } from '../life-rules.ts';
import { ownershipOf } from '../ownership/ownership.server.ts';
import type { WritingRules } from '../writing-rules.ts';

export type Values = Record<string, any>;

/** An input in the steady form of its kind. */
export function tidied(rules: WritingRules<any>, input: unknown): Values {
  const sent = (input ?? {}) as Values;
  return rules.tidied?.(sent) ?? sent;
}

/** Columns that follow from what the document says, once whatever cannot be has been refused. */
export async function columnsOf<D extends AnyDocument>(
  of: D,
  rules: WritingRules<RowOfDocument<D>>,
  tx: Tx,
  actor: Actor,
  row: Values,
  before: Values | null,
): Promise<object> {
  return {
    ...(await ownershipOf(tx, of, actor, row, before, rules.forOthers)),
    ...(await rules.checked?.(tx, actor, row as RowOfDocument<D>, before as RowOfDocument<D> | null)),
  };
}

/** The values that are stored in tables of their own. */
export const pickedLists = (of: AnyDocument, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => of.fields[name]?.column === false));

/** What the document's lists hold, as far as `names` has them. */
export async function listsOf<D extends AnyDocument>(
  of: D,
  { options }: StoreOf<D>,
  { id }: { id: string },
  names: Values,
  reader: Db = db,
): Promise<Values> {
  const wanted = Object.keys(pickedLists(of, names));
  if (wanted.length === 0) return {};
  const held = ((await options.lists?.(id, reader)) ?? {}) as Values;
  return Object.fromEntries(wanted.map((name) => [name, held[name]]));
}
