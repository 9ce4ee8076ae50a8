/** Policies in words: their steps, what is wrong with them, why one was chosen. Browser-safe. */
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import { formatCents } from '#lib/values/money.ts';
import type { Reader } from '#lib/records/shown.ts';
import { formatDate } from '#lib/values/time.ts';
import { approvalPolicy } from './approval-policy.ts';
import type { ApprovalFlag } from '#lib/approvals/flags.ts';
import type { Finding } from './policy-findings.ts';

/** A step as one line; `ruleName` is the role, team or person that a rule names. */
export interface StepInWords {
  rule: string;
  mode: string;
  n: number | null;
  ruleName: string | null;
}

/** 'Department head', 'Director (2 of them)'. */
export function stepText({ rule, mode, n, ruleName }: StepInWords, { t }: Reader): string {
  const who = ruleName ?? t(`approvals.rules.${rule}`);
  return mode === 'any' ? who : `${who} (${t(`approvals.modes.${mode}`, { n: n ?? 1 })})`;
}

/** 'S$ 1,000.00 to 6,000.00', 'to S$ 1,000.00', 'above S$ 90,000.00', 'any sum'. */
export function rangeText(
  { minCents, maxCents }: { minCents: number; maxCents: number | null },
  { t, language }: Reader,
): string {
  const [from, to] = [formatCents(minCents, language), formatCents(maxCents, language)];
  if (maxCents === null) return minCents === 0 ? t('approvals.range.any') : t('approvals.range.above', { from });
  return minCents === 0 ? t('approvals.range.upTo', { to }) : t('approvals.range.between', { from, to });
}

export const flagText = (flag: ApprovalFlag, { t }: Reader): string => t(labels.choice(approvalPolicy, 'flags', flag));

/** What is wrong, in a sentence; `kind` is the record that its documents are. */
export function findingText({ code, params, from }: Finding, kind: AnyEntity | undefined, reader: Reader): string {
  const { t, language } = reader;
  const { minCents, maxCents, flag } = params as { minCents?: number; maxCents?: number | null; flag?: ApprovalFlag };
  const values = {
    ...params,
    kind: kind ? t(labels.many(kind)) : '',
    from: formatCents(minCents, language),
    to: formatCents(maxCents, language),
    flag: flag ? flagText(flag, reader) : '',
  };
  const sentence = t(`approvals.findings.${code}`, values);
  return from ? `${t('approvals.findings.from', { date: formatDate(from) })} ${sentence}` : sentence;
}
