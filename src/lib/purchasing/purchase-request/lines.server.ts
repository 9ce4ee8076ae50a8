import { planLines, type LinePlan } from '#lib/documents/line-plan.ts';
import { priceLines } from '#lib/documents/line-pricing.ts';
import { linesOf as storedLines, readLines as readStoredLines } from '#lib/documents/lines.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import { today } from '#lib/values/time.ts';
import { estimated, purchaseRequestLines, type LineInput, type PurchaseRequestLine, type ReadLine } from './line.ts';

/** The lines of a request in their order. The caller has checked that the reader may open it. */
export const linesOf = (id: string, reader?: Db): Promise<PurchaseRequestLine[]> =>
  storedLines(purchaseRequestLines, id, reader);

/** The same with the titles of expense category and cost centre, for people. */
export const readLines = (id: string): Promise<ReadLine[]> => readStoredLines(purchaseRequestLines, id);

/** What lines make of those that stand and of the request, in cents. */
export interface PricedLines {
  plan: LinePlan<typeof purchaseRequestLines>;
  netCents: number;
  /** The amounts of the request, and the method by which they were rounded. */
  totals: ReturnType<typeof estimated> & { gstMethod: 'per-line' | 'on-total' };
}

/** Lines with their amounts at today's rates and by the method in force. Whatever was refused before is asked for again. */
export async function pricedLines(
  tx: Tx,
  stored: readonly PurchaseRequestLine[],
  lines: readonly LineInput[],
): Promise<PricedLines> {
  const gstMethod = await businessSetting('purchasing.gst-method', tx);
  const priced = priceLines(lines, today(), gstMethod);
  const open = priced.lines.map((line) => ({ ...line, lineState: 'open' as const, decisionNote: null }));
  return {
    plan: planLines(purchaseRequestLines, stored, open),
    netCents: priced.totals.netCents,
    totals: { gstMethod, ...estimated(priced.totals) },
  };
}
