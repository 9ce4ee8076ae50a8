import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { titleOf } from '#lib/kernel/list.server.ts';
import type { GstMethod } from '#lib/kernel/gst.ts';
import { today } from '#lib/kernel/time.ts';
import { db, type Db, type Tx } from '#lib/platform/database.server.ts';
import type { LineInput, PurchaseRequestLine } from './purchase-request-line.ts';
import { priceLines } from './purchase-request-pricing.ts';
import type { PurchaseRequest } from './purchase-request.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    purchaseRequestLines: PurchaseRequestLine;
  }
}

/** The lines of a request in their order. The caller has checked that the reader may open it. */
export async function linesOf(purchaseRequestId: string, reader: Db = db): Promise<PurchaseRequestLine[]> {
  return reader
    .selectFrom('purchaseRequestLines')
    .selectAll()
    .where('purchaseRequestId', '=', purchaseRequestId)
    .orderBy('lineNo')
    .execute();
}

/** A line with the words for what it is charged to. */
export type ReadLine = PurchaseRequestLine & { expenseCategory: string; costCenter: string };

/** The lines with the titles of expense category and cost centre, for people. */
export async function readLines(purchaseRequestId: string): Promise<ReadLine[]> {
  const { rows } = await sql<ReadLine>`
    select l.*, ${titleOf('expense-category', sql.ref('l.expense_category_id'))} as expense_category, ${titleOf('cost-center', sql.ref('l.cost_center_id'))} as cost_center
    from purchase_request_lines l where l.purchase_request_id = ${purchaseRequestId} order by l.line_no`.execute(db);
  return rows;
}

/** Stores the lines, in place of those that stand, with their amounts at today's rates and by the request's method. */
export async function writeLines(
  tx: Tx,
  { id: purchaseRequestId, gstMethod }: Pick<PurchaseRequest, 'id' | 'gstMethod'>,
  lines: readonly LineInput[],
): Promise<void> {
  await tx.deleteFrom('purchaseRequestLines').where('purchaseRequestId', '=', purchaseRequestId).execute();
  if (lines.length === 0) return;
  const rows = storedLines(lines, gstMethod).map((line, index) => ({
    id: uuid(),
    purchaseRequestId,
    lineNo: index + 1,
    ...line,
  }));
  await tx
    .insertInto('purchaseRequestLines')
    .values(rows as never)
    .execute();
}

/** Whether these lines stand already, in this order, at today's rates and by this method. */
export function isAsStored(
  known: readonly PurchaseRequestLine[],
  lines: readonly LineInput[],
  method: GstMethod,
): boolean {
  const wanted = storedLines(lines, method);
  return (
    wanted.length === known.length &&
    wanted.every((line, index) =>
      Object.entries(line).every(([name, value]) => value === known[index]![name as keyof PurchaseRequestLine]),
    )
  );
}

function storedLines(lines: readonly LineInput[], method: GstMethod) {
  return priceLines(lines, today(), method).lines.map((line) => ({
    kind: line.kind,
    description: line.description,
    specification: line.specification,
    quantity: line.quantity,
    unit: line.unit,
    unitPriceE4: line.unitPriceE4,
    gstCode: line.gstCode,
    gstRate: line.gstRate,
    priceIncludesGst: line.priceIncludesGst,
    expenseCategoryId: line.expenseCategoryId,
    costCenterId: line.costCenterId,
    netCents: line.netCents,
    gstCents: line.gstCents,
    grossCents: line.grossCents,
  }));
}
