import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';

/** What one unit cost before; `unitPriceE4` in ten-thousandths of a dollar, `at` the instant when that request was sent. */
export interface LastPrice {
  lineId: string;
  unitPriceE4: number;
  at: string;
}

/**
 * The newest price of each line in an earlier request that was approved: same item by name, same unit, with or without
 * GST alike (model of purchasing, 0.6, what an approver sees). Lines that are bought for the first time are not among them.
 */
export async function lastPricesOf(requestId: string): Promise<LastPrice[]> {
  const { rows } = await sql<LastPrice>`
    select l.id as line_id, earlier.unit_price_e4, earlier.at from purchase_requests own join purchase_request_lines l on l.purchase_request_id = own.id
    cross join lateral (
      select o.unit_price_e4, r.submitted_at as at from purchase_request_lines o join purchase_requests r on r.id = o.purchase_request_id
      where lower(o.description) = lower(l.description) and o.unit = l.unit and o.price_includes_gst = l.price_includes_gst and o.line_state <> 'rejected'
        and r.id <> own.id and r.submitted_at < coalesce(own.submitted_at, now()) and r.status not in ('draft', 'pending-approval', 'returned', 'rejected', 'cancelled')
      order by r.submitted_at desc, o.id desc limit 1) earlier
    where own.id = ${requestId}`.execute(db);
  return rows;
}
