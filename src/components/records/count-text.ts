import { formatQuantity } from '#lib/kernel/money.ts';

/** Counts stop at 10,000; one more stands for all beyond. */
const CEILING = 10_000;

/** A counted total in words: "248", "10,000+". */
export function countText(count: number, language: string): string {
  return count > CEILING ? `${formatQuantity(CEILING, language)}+` : formatQuantity(count, language);
}
