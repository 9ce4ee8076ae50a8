import { sql } from 'kysely';
import { z } from 'zod';
import { invalid, invalidField, type FieldError } from '#lib/kernel/refusal.ts';
import { dateOf, today } from '#lib/kernel/time.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { isOpenLine, type PurchaseRequestLine } from './purchase-request-line.ts';
import { priceLines, type Totals } from './purchase-request-pricing.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** Lines an approver says no to while saying yes to the rest, each with its reason. */
export const refusedLinesSchema = z
  .array(z.object({ lineId: z.uuid('not-a-choice'), note: z.string().trim().max(500, 'too-long') }))
  .max(200, 'too-many-lines')
  .nullish()
  .transform((refused) => refused ?? []);

export type RefusedLine = z.output<typeof refusedLinesSchema>[number];

/** What is left of a request without the refused lines: the lines, some of them now rejected, and its new totals. */
export interface Remainder {
  lines: PurchaseRequestLine[];
  refused: PurchaseRequestLine[];
  totals: Totals;
}

/**
 * The request without the lines that are refused (model of purchasing, 1.2: an approver may refuse single lines with a
 * note, at least one stays). GST of the rest is spread anew at the rates and by the method of the day it was sent. 422 at the line.
 */
export function withoutRefused(
  request: Pick<PurchaseRequest, 'submittedAt' | 'gstMethod'>,
  lines: readonly PurchaseRequestLine[],
  refused: readonly RefusedLine[],
): Remainder {
  const open = lines.filter(isOpenLine);
  const faults: FieldError[] = [];
  for (const [index, { lineId, note }] of refused.entries()) {
    if (!open.some(({ id }) => id === lineId))
      faults.push({ path: `refusedLines.${index}.lineId`, code: 'not-a-choice' });
    else if (note === '') faults.push({ path: `refusedLines.${index}.note`, code: 'reason-needed' });
  }
  if (faults.length > 0) throw invalid(faults);
  const notes = new Map(refused.map(({ lineId, note }) => [lineId, note]));
  if (open.every(({ id }) => notes.has(id))) throw invalidField('refusedLines', 'one-line-stays');
  const priced = priceLines(
    open.filter(({ id }) => !notes.has(id)),
    request.submittedAt ? dateOf(request.submittedAt) : today(),
    request.gstMethod,
  );
  const kept = new Map(priced.lines.map((line) => [line.id, line]));
  const after = lines.map((line): PurchaseRequestLine => {
    if (notes.has(line.id)) return { ...line, lineState: 'rejected', decisionNote: notes.get(line.id)! };
    return kept.get(line.id) ?? line;
  });
  return { lines: after, refused: after.filter(({ id }) => notes.has(id)), totals: priced.totals };
}

/** Writes what `withoutRefused` found: the states and notes of the refused lines, the amounts of the others. */
export async function writeRemainder(tx: Tx, lines: readonly PurchaseRequestLine[]): Promise<void> {
  const rows = lines.map(({ id, lineState, decisionNote, gstRate, netCents, gstCents, grossCents }) => ({
    id,
    lineState,
    decisionNote,
    gstRate,
    netCents,
    gstCents,
    grossCents,
  }));
  await sql`
    update purchase_request_lines l set line_state = n."lineState", decision_note = n."decisionNote",
      gst_rate = n."gstRate", net_cents = n."netCents", gst_cents = n."gstCents", gross_cents = n."grossCents"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, "lineState" text, "decisionNote" text, "gstRate" integer, "netCents" bigint, "gstCents" bigint, "grossCents" bigint)
    where l.id = n.id`.execute(tx);
}
