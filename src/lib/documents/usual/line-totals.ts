/** What the lines of a document come to, in words. Browser-safe. */
import type { Reader } from '#lib/records/shown.ts';
import { formatCents, formatRate } from '#lib/values/money.ts';
import type { AnyDocument } from '../document.ts';
import type { Totals } from '../lines/line-pricing.ts';
import { isOpenLine } from '../lines/priced-lines.ts';

interface Row {
  label: string;
  amount: string;
  /** The sum that counts. */
  strong?: true;
}

/**
 * The totals of a document in cents, from the columns that are named like its amount: 'estimatedGrossCents' stands beside
 * 'estimatedNetCents'. Null for a document without prices.
 */
export function totalsOf({ amount, fields }: AnyDocument, row: Record<string, unknown>): Totals | null {
  const named = (part: string) =>
    amount?.replace(/gross(?=Cents$)/, part).replace(/Gross(?=Cents$)/, part[0]!.toUpperCase() + part.slice(1)) ?? '';
  const [net, gst, gross] = ['net', 'gst', 'gross'].map(named) as [string, string, string];
  if (new Set([net, gst, gross]).size < 3 || ![net, gst, gross].every((name) => name in fields)) return null;
  return { netCents: Number(row[net]), gstCents: Number(row[gst]), grossCents: Number(row[gross]) };
}

/** Net, the tax of each rate, gross: below the lines. Those that an approver has refused are in none. */
export function totalRows(
  of: AnyDocument,
  document: Record<string, unknown>,
  lines: readonly Record<string, any>[],
  { t, language }: Reader,
): Row[] {
  const totals = totalsOf(of, document);
  if (!totals) return [];
  const taxed = Map.groupBy(
    lines.filter((line) => isOpenLine(line) && line['gstRate'] > 0),
    (line) => line['gstRate'] as number,
  );
  return [
    { label: t('documents.totals.net'), amount: formatCents(totals.netCents, language) },
    ...[...taxed].map(([rate, ofRate]) => ({
      label: t('documents.totals.gst', { rate: formatRate(rate, language) }),
      amount: formatCents(
        ofRate.reduce((sum, line) => sum + line['gstCents'], 0),
        language,
      ),
    })),
    { label: t('documents.totals.gross'), amount: formatCents(totals.grossCents, language), strong: true },
  ];
}

/** How a line is taxed, shortly: its rate, else why there is none. */
export const gstText = (line: Record<string, any>, { t, language }: Reader): string =>
  line['gstRate'] > 0
    ? t('prints.document.rate', { rate: formatRate(line['gstRate'], language) })
    : t(`documents.lines.gstShort.${line['gstCode']}`);

/** What a document comes to: label, amount, and what of it is net. */
export function amountText(
  of: AnyDocument,
  document: Record<string, unknown>,
  { t, language }: Reader,
): { gross: string; net: string; gst: string } | null {
  const totals = totalsOf(of, document);
  return (
    totals && {
      gross: formatCents(totals.grossCents, language),
      net: t('documents.totals.netOf', { amount: formatCents(totals.netCents, language) }),
      gst: `${t('documents.gst')} ${formatCents(totals.gstCents, language)}`,
    }
  );
}
