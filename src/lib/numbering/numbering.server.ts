import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { instantNow, today } from '#lib/values/time.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import type { NumberSeries } from './number-series.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    numberSeries: NumberSeries;
    issuedNumbers: IssuedNumber;
  }
}

export interface IssuedNumber {
  seriesId: string;
  value: number;
  number: string;
  docType: DocType;
  docId: string;
  issuedAt: string;
  voidedAt: string | null;
  voidReason: string | null;
}

/**
 * The next number of a series: 'PR-SWG-2026-00001'. Taken under the lock of the series' row inside the document's own
 * transaction, so a rollback returns it and leaves no gap; call it as late in the transaction as possible. The year is
 * the calendar year in Asia/Singapore.
 */
export async function issueNumber(tx: Tx, docType: DocType, businessEntityId: string, docId: string): Promise<string> {
  const year = Number(today().slice(0, 4));
  const { rows } = await sql<{ number: string }>`
    with taken as (
      insert into number_series as series (id, business_entity_id, doc_type, year, prefix, next_value)
      select ${uuid()}::uuid, id, ${docType}, ${year}, ${docType} || '-' || short_code || '-' || ${year}::text, 2 from business_entities where id = ${businessEntityId}
      on conflict (business_entity_id, doc_type, year) do update set next_value = series.next_value + 1
      returning id, prefix, width, next_value - 1 as value
    )
    insert into issued_numbers (series_id, value, number, doc_type, doc_id, issued_at)
    select id, value, prefix || '-' || lpad(value::text, greatest(width, length(value::text)), '0'), ${docType}, ${docId}::uuid, ${instantNow()}::timestamptz from taken returning number`.execute(
    tx,
  );
  return rows[0]!.number;
}

/**
 * Marks a document's number as issued in error: it stays taken and is listed with its reason in the continuity check.
 */
export async function voidNumber(tx: Tx, docType: DocType, docId: string, reason: string): Promise<void> {
  await tx
    .updateTable('issuedNumbers')
    .set({ voidedAt: instantNow(), voidReason: reason })
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('voidedAt', 'is', null)
    .returning('number')
    .executeTakeFirstOrThrow();
}
