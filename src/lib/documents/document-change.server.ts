import type { z } from 'zod';
import { inputSchema, isOnForm } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, type FieldError } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { AnyDocument } from './document.ts';
import { faultsAtDocument, inheriting, linesSchema } from './lines/line-input.ts';
import { planLines } from './lines/line-plan.ts';
import { lineChanges } from './lines/line-texts.server.ts';
import { linesOf } from './lines/lines.server.ts';
import type { PlannedLines, WritingRules } from './writing-rules.ts';

type Values = Record<string, any>;

/** Lines that an input changes, with the texts of the log. */
export interface LineChange extends PlannedLines {
  told: { before: string[]; after: string[] };
}

/**
 * The header and the lines of an input, each fault of both named at once (422). `lines` is null where none are sent.
 */
export function entryOf(
  of: AnyDocument,
  input: Values,
  header: Values,
  { document = header, names, known = [] }: { document?: Values; names?: readonly string[]; known?: readonly string[] },
): { entered: Values; lines: Values[] | null } {
  const schema = inputSchema(of, names ?? (of.form as readonly string[]));
  if (!of.lines || input['lines'] === undefined) return { entered: parse(schema, header) as Values, lines: null };
  const withLines = schema.extend({ lines: linesSchema(of.lines, known) });
  const sent = { ...header, lines: inheriting(of.lines, input['lines'], document) };
  const { lines, ...entered } = parsed(withLines, sent, (faults) =>
    faultsAtDocument(of.lines!, faults, input['lines']),
  );
  return { entered, lines: lines as Values[] };
}

/** The values of an input; what is wrong with it is named at the places that `placed` gives. */
function parsed(schema: z.ZodType, input: Values, placed: (faults: FieldError[]) => FieldError[]): Values {
  try {
    return parse(schema, input) as Values;
  } catch (error) {
    throw error instanceof Refusal && error.errors.length > 0 ? invalid(placed(error.errors)) : error;
  }
}

/**
 * The result of an input for an existing document, before anything is written: its parsed fields, and the resulting
 * lines; `change` is null where no lines are sent, or none of them differs.
 */
export async function changeOf(
  tx: Tx,
  of: AnyDocument,
  before: Values,
  input: Values,
  rules: WritingRules<any>,
): Promise<{ entered: Values; change: LineChange | null }> {
  const header = headerOf(input);
  const names = Object.keys(header).filter((name) => isOnForm(of, name));
  const sendsLines = of.lines !== undefined && input['lines'] !== undefined;
  const stored = sendsLines ? await linesOf(of.lines!, before['id'], tx) : [];
  const known = stored.map(({ id }) => id as string);
  const { entered, lines } = entryOf(of, input, header, { document: { ...before, ...header }, names, known });
  const planned = lines && (await plannedLines(tx, of, rules, stored, lines));
  if (!planned?.plan.isChange) return { entered, change: null };
  return { entered, change: { ...planned, told: await lineChanges(tx, of.lines!, planned.plan) } };
}

/** Lines priced as the document prices them; where it does not, as they were entered. */
export async function plannedLines(
  tx: Tx,
  of: AnyDocument,
  { priced }: WritingRules<any>,
  stored: readonly any[],
  lines: readonly any[],
): Promise<PlannedLines> {
  return priced
    ? priced.plan(tx, stored, lines)
    : { plan: planLines(of.lines!, stored, lines), netCents: 0, totals: {} };
}

/** What an input says of the document itself. */
export function headerOf(input: Values): Values {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && name !== 'lines'));
}
