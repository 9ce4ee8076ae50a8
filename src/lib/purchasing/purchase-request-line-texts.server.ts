import { sql } from 'kysely';
import type { Db } from '#lib/platform/database.server.ts';
import type { LineInput } from './purchase-request-line.ts';

/** One text per line for the log: what an auditor compares. '40 Piece(s) Bronze fixing set @ 25.00 SR, 5310 OPS-COL'. */
export async function lineTexts(reader: Db, lines: readonly LineInput[]): Promise<string[]> {
  const ids = [...new Set(lines.flatMap(({ expenseCategoryId, costCenterId }) => [expenseCategoryId, costCenterId]))];
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from expense_categories where id = any(${ids}::uuid[]) union all select id, code from cost_centers where id = any(${ids}::uuid[])`.execute(
    reader,
  );
  const code = new Map(rows.map((row) => [row.id, row.code]));
  return lines.map((line) => {
    const specification = line.specification ? ` (${line.specification})` : '';
    const tax = line.priceIncludesGst ? `${line.gstCode} included` : line.gstCode;
    return `${line.quantity} ${line.unit} ${line.description}${specification} @ ${price(line.unitPriceE4)} ${tax}, ${code.get(line.expenseCategoryId)} ${code.get(line.costCenterId)}`;
  });
}

/** The lines that differ, as they were and as they are; all of them where only their order does. */
export async function lineChanges(
  reader: Db,
  before: readonly LineInput[],
  after: readonly LineInput[],
): Promise<{ before: string[]; after: string[] }> {
  const [was, is] = [await lineTexts(reader, before), await lineTexts(reader, after)];
  const [gone, added] = [was.filter((line) => !is.includes(line)), is.filter((line) => !was.includes(line))];
  return gone.length + added.length > 0 ? { before: gone, after: added } : { before: was, after: is };
}

/** Ten-thousandths of a dollar as a plain number: at least two decimals. */
function price(unitPriceE4: number): string {
  return (unitPriceE4 / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}
