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
  await sql`
    insert into number_series (id, business_entity_id, doc_type, year, prefix)
    select ${uuid()}::uuid, id, ${docType}, ${year}, ${docType} || '-' || short_code || '-' || ${year}::text from business_entities where id = ${businessEntityId}
    on conflict (business_entity_id, doc_type, year) do nothing`.execute(tx);
  const series = await tx.updateTable('numberSeries')
    .set((eb) => ({ nextValue: eb('nextValue', '+', 1) }))
    .where('businessEntityId', '=', businessEntityId).where('docType', '=', docType).where('year', '=', year)
    .returning(['id', 'prefix', 'width', 'nextValue'])
    .executeTakeFirstOrThrow();
  const value = series.nextValue - 1;
  const number = `${series.prefix}-${String(value).padStart(series.width, '0')}`;
  await tx.insertInto('issuedNumbers').values({ seriesId: series.id, value, number, docType, docId } as never).execute();
  return number;
}
