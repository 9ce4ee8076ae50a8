import { z } from 'zod';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { parse } from '#lib/values/parse.ts';
import { dateOf, today } from '#lib/values/time.ts';
import type { AnyDocument } from './document.ts';
import { plannedLines } from './document-change.server.ts';
import type { Writer } from './document-writing.server.ts';
import type { LifeRules, RowOfDocument } from './life-rules.ts';
import { linesOf, readLines, writeLines } from './lines/lines.server.ts';
import type { AnyLines, LineOf, ReadLineOf } from './lines/lines.ts';
import { isOpenLine } from './lines/priced-lines.ts';
import { refusedLinesSchema, withoutRefused, writeRemainder } from './lines/refused-lines.server.ts';
import { snapshotOf } from './snapshot.ts';

const partSchema = z.object({ refusedLines: refusedLinesSchema });

/** What a document with lines says of its own sending. */
export interface SendingRules<R, L extends AnyLines> {
  /** What must be true before it is sent; every fault is named at once (422). `netCents` is what its lines come to. */
  complete?(tx: Tx, row: R, lines: readonly LineOf<L>[], netCents: number): Promise<void>;
  /** What decides who is asked, beside department, requester and net total. */
  asked?(row: R, lines: readonly LineOf<L>[], netCents: number, reader: Db): Promise<Partial<Asked>>;
  /** Columns that sending writes, beside the amounts of the day. */
  values?(tx: Tx, row: R, netCents: number): Promise<object>;
}

/**
 * The life of a document with lines, as far as it is the same for all: sending prices it anew and freezes it with its
 * lines; an approver may refuse single priced lines with a note, at least one stays (model of purchasing, 1.2).
 */
export function lifeWithLines<D extends AnyDocument, L extends AnyLines>(
  { of, rules, change, copy }: Writer<D>,
  lines: L,
  own: SendingRules<RowOfDocument<D>, L>,
): LifeRules<RowOfDocument<D>, { lines: ReadLineOf<L>[] }> {
  type Row = RowOfDocument<D>;
  const { priced } = rules;

  /** Who asks, for what department and how much; what else decides it is the document's own. */
  const askedFor = (row: Row, netCents: number): Asked => ({
    docType: of.docType as Asked['docType'],
    businessEntityId: row[of.scope!.businessEntity!],
    departmentId: row[of.scope!.department!],
    requesterId: row[of.requester],
    netCents,
    flags: [],
    expenseCategoryIds: [],
    addedUp: null,
  });

  return {
    read: async (id) => ({ lines: await readLines(lines, id) }),
    async send(tx, _actor, row) {
      const stored = await linesOf(lines, row.id, tx);
      const { plan, netCents, totals } = await plannedLines(tx, of, rules, stored, stored.filter(isOpenLine));
      const standing = plan.lines as LineOf<L>[];
      await own.complete?.(tx, row, standing, netCents);
      await writeLines(tx, lines, row.id, plan);
      const values = { ...totals, ...(await own.values?.(tx, row, netCents)) };
      return {
        asked: { ...askedFor(row, netCents), ...(await own.asked?.(row, standing, netCents, tx)) },
        snapshot: snapshotOf(of, { ...row, ...totals }, standing),
        values,
      };
    },
    snapshot: async (row, reader, made) => snapshotOf(of, row, await linesOf(lines, row.id, reader), made),
    ...(priced && {
      async part(tx, row, input) {
        const { refusedLines } = parse(partSchema, input);
        if (refusedLines.length === 0) return null;
        const stored: any[] = await linesOf(lines, row.id, tx);
        const { submittedAt, gstMethod } = row;
        const rest = withoutRefused(stored, refusedLines, {
          on: submittedAt ? dateOf(submittedAt) : today(),
          gstMethod,
        });
        const totals = priced.totalsOf(rest.totals);
        return {
          snapshot: snapshotOf(of, { ...row, ...totals }, rest.lines),
          async write(within: Tx) {
            const told = await writeRemainder(within, lines, row.id, stored, rest);
            return { values: { ...totals, beforeLists: { refusedLines: [] } }, also: { refusedLines: told } };
          },
        };
      },
    }),
    ...(rules.openedFaults && { change }),
    copy,
  };
}
