/** The effect of submitted lines on the stored ones. A line keeps its id through every change. */
import { v7 as uuid } from 'uuid';
import { sameValues } from '#lib/values/same-values.ts';
import type { AnyLines, DerivedOf, LineInputOf, LineOf } from './lines.ts';

/** A line in its resulting state: the entered and the derived values. Derived values that are left out stay. */
export type PlannedLine<L> = LineInputOf<L> & Partial<DerivedOf<L>>;

export interface LinePlan<L> {
  stored: readonly LineOf<L>[];
  /** The resulting lines, in their order. */
  lines: LineOf<L>[];
  added: LineOf<L>[];
  /** Existing lines whose values or position change. */
  changed: LineOf<L>[];
  removed: LineOf<L>[];
  /** Whether anything at all is to be written. */
  isChange: boolean;
}

/**
 * Compares lines as they are wanted with those of the document. One with an id is that line, changed; one without is
 * new, unless a line says exactly the same that nobody named: whoever sends back what stands has changed nothing.
 * A stored line that is not wanted is removed; the order is that of `wanted`.
 */
export function planLines<L extends AnyLines>(
  of: L,
  stored: readonly LineOf<L>[],
  wanted: readonly PlannedLine<L>[],
): LinePlan<L> {
  const known = new Map(stored.map((line) => [line.id, line]));
  const lines = withIds(of, stored, wanted).map((line, index): LineOf<L> => {
    const before = known.get(line.id);
    return { ...before, ...rowOf(of, line), id: line.id, lineNo: index + 1 } as unknown as LineOf<L>;
  });
  const added = lines.filter(({ id }) => !known.has(id));
  const changed = lines.filter((line) => known.has(line.id) && !sameValues(known.get(line.id)!, line));
  const ids = new Set(lines.map(({ id }) => id));
  const removed = stored.filter(({ id }) => !ids.has(id));
  return { stored, lines, added, changed, removed, isChange: added.length + changed.length + removed.length > 0 };
}

function withIds<L extends AnyLines>(
  of: L,
  stored: readonly LineOf<L>[],
  wanted: readonly PlannedLine<L>[],
): (PlannedLine<L> & { id: string })[] {
  const names = Object.keys(of.fields);
  const said = (line: object) => JSON.stringify(names.map((name) => (line as Record<string, unknown>)[name] ?? null));
  const named = new Set(wanted.map(({ id }) => id));
  const alike = Map.groupBy(
    stored.filter(({ id }) => !named.has(id)),
    said,
  );
  return wanted.map((line) => ({ ...line, id: line.id ?? alike.get(said(line))?.shift()?.id ?? uuid() }));
}

/** Only what is a column of the table. */
function rowOf(of: AnyLines, line: object): Record<string, unknown> {
  const columns = { ...of.fields, ...of.derived };
  return Object.fromEntries(Object.entries(line).filter(([name, value]) => name in columns && value !== undefined));
}
