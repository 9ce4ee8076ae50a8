/**
 * The goods and services tax of a document, in cents, by either method (purchasing model, 0.4). Whole numbers only,
 * halves away from zero. Browser-safe: a form and the server compute the same.
 */
import type { GstCode } from './gst-rates.ts';
import { divideRounded, roundTogether, toSafeNumber } from './integers.ts';

/** `per-line` rounds the tax of each line; `on-total` rounds it once per code, rate and inclusion. */
export const gstMethods = ['per-line', 'on-total'] as const;

export type GstMethod = (typeof gstMethods)[number];

export interface GstInput {
  /** The amount of the line after its discount: gross when the price includes the tax, else net. */
  lineCents: number;
  gstCode: GstCode;
  rateBasisPoints: number;
  priceIncludesGst: boolean;
}

/** In cents; net + gst = gross always. */
export interface GstAmounts {
  netCents: number;
  gstCents: number;
  grossCents: number;
}

export interface GstSummary extends GstAmounts {
  gstCode: GstCode;
  rateBasisPoints: number;
}

export interface GstResult extends GstAmounts {
  /** One for each input, in its order; they add up to the totals and to the summary. */
  lines: GstAmounts[];
  /** One for each code and rate, in the order of first appearance. */
  byRate: GstSummary[];
}

/** One hundred percent in basis points. */
const WHOLE = 10_000;

/**
 * Net, tax and gross of every line and of the whole. On total, the tax of each group is that of the group's sum, and
 * its lines share it by largest remainder: exclusive lines keep their net, inclusive lines their gross.
 */
export function computeGst(lines: readonly GstInput[], method: GstMethod): GstResult {
  const taxes = method === 'per-line' ? taxesPerLine(lines) : taxesOnTotal(lines);
  const amounts = lines.map((line, index) => amountsOf(line, taxes[index]!));
  return { ...sum(amounts), lines: amounts, byRate: summarise(lines, amounts) };
}

function taxesPerLine(lines: readonly GstInput[]): number[] {
  return lines.map((line) => toSafeNumber(divideRounded(taxNumerator(line), taxDenominator(line))));
}

function taxesOnTotal(lines: readonly GstInput[]): number[] {
  const taxes: number[] = lines.map(() => 0);
  for (const group of grouped(lines, (line) => `${rateKey(line)} ${line.priceIncludesGst}`)) {
    const numerators = group.map((index) => taxNumerator(lines[index]!));
    const parts = roundTogether(numerators, taxDenominator(lines[group[0]!]!));
    for (const [position, index] of group.entries()) taxes[index] = parts[position]!;
  }
  return taxes;
}

/** Over `taxDenominator` this is the exact tax of a line: part of an inclusive price, on top of an exclusive one. */
function taxNumerator(line: GstInput): bigint {
  return BigInt(line.lineCents) * BigInt(line.rateBasisPoints);
}

function taxDenominator(line: GstInput): bigint {
  return BigInt(line.priceIncludesGst ? WHOLE + line.rateBasisPoints : WHOLE);
}

function amountsOf(line: GstInput, gstCents: number): GstAmounts {
  return line.priceIncludesGst
    ? { netCents: line.lineCents - gstCents, gstCents, grossCents: line.lineCents }
    : { netCents: line.lineCents, gstCents, grossCents: line.lineCents + gstCents };
}

function summarise(lines: readonly GstInput[], amounts: readonly GstAmounts[]): GstSummary[] {
  return grouped(lines, rateKey).map((group) => {
    const { gstCode, rateBasisPoints } = lines[group[0]!]!;
    return { gstCode, rateBasisPoints, ...sum(group.map((index) => amounts[index]!)) };
  });
}

function sum(amounts: readonly GstAmounts[]): GstAmounts {
  const total = { netCents: 0, gstCents: 0, grossCents: 0 };
  for (const amount of amounts) {
    total.netCents += amount.netCents;
    total.gstCents += amount.gstCents;
    total.grossCents += amount.grossCents;
  }
  return total;
}

function rateKey(line: GstInput): string {
  return `${line.gstCode} ${line.rateBasisPoints}`;
}

/** Positions of the lines that share a key, groups in the order of first appearance. */
function grouped(lines: readonly GstInput[], keyOf: (line: GstInput) => string): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}
