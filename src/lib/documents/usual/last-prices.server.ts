import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import { snake } from '#lib/values/names.ts';
import type { AnyDocument } from '../document.ts';
import { isPriced } from './line-columns.ts';

/** What one unit cost before; `unitPriceE4` in ten-thousandths of a dollar, `at` the instant when that document was sent. */
export interface LastPrice {
  lineId: string;
  unitPriceE4: number;
  at: string;
}

/** Statuses in which nobody has approved a document, or no longer. */
const NOT_APPROVED = ['draft', 'pending-approval', 'returned', 'rejected', 'cancelled', 'voided', 'reversed'];

/**
 * The newest price of each line in an earlier document of the kind that was approved: same item by name, same unit, with
 * or without GST alike (model of purchasing, 0.6, what an approver sees). Lines that are bought for the first time are not
 * among them, nor any of a kind without prices.
 */
export async function lastPricesOf({ lines, table }: AnyDocument, documentId: string): Promise<LastPrice[]> {
  if (!lines || !isPriced(lines)) return [];
  const [documents, ofLines] = [sql.table(snake(table)), sql.table(snake(lines.table))];
  const [parent, title] = [sql.ref(snake(lines.parent)), sql.ref(snake(lines.title))];
  const isWanted = 'lineState' in (lines.derived ?? {}) ? sql<boolean>`o.line_state <> 'rejected'` : sql<boolean>`true`;
  const { rows } = await sql<LastPrice>`
    select l.id as line_id, earlier.unit_price_e4, earlier.at from ${documents} own join ${ofLines} l on l.${parent} = own.id
    cross join lateral (
      select o.unit_price_e4, r.submitted_at as at from ${ofLines} o join ${documents} r on r.id = o.${parent}
      where lower(o.${title}) = lower(l.${title}) and o.unit = l.unit and o.price_includes_gst = l.price_includes_gst and ${isWanted}
        and r.id <> own.id and r.submitted_at < coalesce(own.submitted_at, now()) and r.status <> all(${NOT_APPROVED}::text[])
      order by r.submitted_at desc, o.id desc limit 1) earlier
    where own.id = ${documentId}`.execute(db);
  return rows;
}
