import { formatQuantity } from './money.ts';

/** Counting stops here, and one more means "more": the exact count is most of the cost of a long list. */
export const COUNT_CEILING = 10_000;

/** A count as text: "248", "10,000+". Browser-safe. */
export function countText(count: number, language: string): string {
  return count > COUNT_CEILING ? `${formatQuantity(COUNT_CEILING, language)}+` : formatQuantity(count, language);
}
