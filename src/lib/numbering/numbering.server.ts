import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { today } from '#lib/kernel/time.ts';
import type { Tx } from '#lib/platform/database.server.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    numberSeries: { id: string; businessEntityId: string; docType: string; year: number; prefix: string; width: number; nextValue: number };
    issuedNumbers: { seriesId: string; value: number; number: string; docType: string; docId: string; issuedAt: string; voidedAt: string | null };
  }
}

/** Types of numbered documents (model of purchasing, 0.3). */
export type DocType = 'PR' | 'RFQ' | 'QCF' | 'PO' | 'DO' | 'NCF' | 'VI' | 'VCN' | 'PV' | 'PB' | 'VE' | 'VR' | 'IR' | 'ST' | 'SC' | 'BG' | 'BT' | 'UR';

/**
 * The next number of a series: 'PR-SWG-2026-00001'. Taken under the lock of the series' row inside the document's own
 * transaction, so a rollback gives it back and no hole is left; asked as late in the transaction as possible.
 * The year is the calendar year in Asia/Singapore.
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
    insert into issued_numbers (series_id, value, number, doc_type, doc_id)
    select id, value, prefix || '-' || lpad(value::text, greatest(width, length(value::text)), '0'), ${docType}, ${docId}::uuid from taken returning number`.execute(tx);
  return rows[0]!.number;
}
