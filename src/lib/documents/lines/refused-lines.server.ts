import { z } from 'zod';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { GstMethod } from '#lib/values/gst.ts';
import { invalid, invalidField, type FieldError } from '#lib/values/refusal.ts';
import { planLines } from './line-plan.ts';
import { priceLines, type LineAmounts, type PricedLine, type Totals } from './line-pricing.ts';
import { lineTexts } from './line-texts.server.ts';
import { MOST_LINES, type AnyLines, type LineOf } from './lines.ts';
import { writeLines } from './lines.server.ts';
import { isOpenLine } from './priced-lines.ts';
import { REASON_MAX } from '#lib/values/constants.ts';

/** Lines an approver says no to while saying yes to the rest, each with its reason. */
export const refusedLinesSchema = z
  .array(z.object({ lineId: z.uuid('not-a-choice'), note: z.string().trim().max(REASON_MAX, 'too-long') }))
  .max(MOST_LINES, 'too-many-lines')
  .nullish()
  .transform((refused) => refused ?? []);

export type RefusedLine = z.output<typeof refusedLinesSchema>[number];

/** A stored line that has a price and can be refused. */
export interface RefusableLine extends PricedLine, LineAmounts {
  id: string;
  lineNo: number;
  lineState: string;
  decisionNote: string | null;
}

/**
 * What is left of a document without the refused lines: the lines, some of them now rejected, and what the others come
 * to.
 */
export interface Remainder<L> {
  lines: L[];
  refused: L[];
  totals: Totals;
}

/**
 * The lines without those that are refused (model of purchasing, 1.2: an approver may refuse single lines with a note,
 * at least one stays). GST of the rest is spread anew at the rates of `on` ('YYYY-MM-DD', the day it was sent) and by
 * the document's method. 422 at the line.
 */
export function withoutRefused<L extends RefusableLine>(
  lines: readonly L[],
  refused: readonly RefusedLine[],
  { on, gstMethod }: { on: string; gstMethod: GstMethod },
): Remainder<L> {
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
    on,
    gstMethod,
  );
  const kept = new Map(priced.lines.map((line) => [line.id, line]));
  const after = lines.map((line): L => {
    if (notes.has(line.id)) return { ...line, lineState: 'rejected', decisionNote: notes.get(line.id)! };
    return kept.get(line.id) ?? line;
  });
  return { lines: after, refused: after.filter(({ id }) => notes.has(id)), totals: priced.totals };
}

/** Writes what `withoutRefused` found and gives the refused lines as the log tells them, each with its reason. */
export async function writeRemainder<L extends AnyLines>(
  tx: Tx,
  of: L,
  documentId: string,
  stored: readonly LineOf<L>[],
  { lines, refused }: Remainder<LineOf<L> & RefusableLine>,
): Promise<string[]> {
  await writeLines(tx, of, documentId, planLines(of, stored, lines));
  const texts = await lineTexts(tx, of, refused);
  return texts.map((text, index) => `${text}: ${refused[index]!.decisionNote}`);
}
