import type { AnyDocument } from './document.ts';
import type { RowOfDocument, StoreOf } from './life-rules.ts';
import { changingOf } from './writing/changing.server.ts';
import { makingOf } from './writing/making.server.ts';
import type { WritingRules } from './writing-rules.ts';

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
  return { of, documents, rules, ...makingOf(of, documents, rules), ...changingOf(of, documents, rules) };
}
