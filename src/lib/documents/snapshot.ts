/**
 * What approvers decide on: stored when a document is sent, compared when they decide and when it is sent again.
 * Browser-safe.
 */
import { picked } from '#lib/values/entries.ts';
import type { AnyDocument } from './document.ts';
import { materialOf } from './lines/lines.ts';
import { isOpenLine } from './lines/priced-lines.ts';

type Values = Record<string, unknown>;

/** The document's material fields; where it has lines, these with their ids, in their order. */
export type Snapshot = Values & { lines?: Values[] };

/**
 * What approvers decide on of a document as it stands: its `material` fields, and the material ones of every line that
 * nobody has refused. With `made`, an earlier snapshot, in the shape that one has: what has come to the declaration
 * since was not among what they were asked about, and is no difference.
 */
export function snapshotOf(
  of: Pick<AnyDocument, 'material' | 'lines'>,
  record: object,
  lines: readonly object[] = [],
  made?: unknown,
): Snapshot {
  const { lines: madeLines, ...madeFields } = (made ?? {}) as Snapshot;
  const fields = made ? Object.keys(madeFields) : of.material;
  const hasLines = made ? madeLines !== undefined : of.lines !== undefined;
  if (!hasLines || !of.lines) return picked(record as Values, fields);
  const ofLine = madeLines?.[0] ? Object.keys(madeLines[0]) : ['id', ...materialOf(of.lines)];
  const open = lines.filter(isOpenLine);
  return { ...picked(record as Values, fields), lines: open.map((line) => picked(line as Values, ofLine)) };
}
