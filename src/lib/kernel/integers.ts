/** Exact arithmetic on whole numbers, for cents, ten-thousandths and basis points. Browser-safe. */

/** `numerator / denominator` rounded to a whole number, halves away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n;
  const rounded = (doubled + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}

/** The same whole number as a JavaScript number. Throws RangeError where that would lose digits. */
export function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a safe integer`);
  return number;
}

/**
 * Splits a whole `total` in proportion to `weights` by largest remainder, so that the parts add up to it exactly;
 * the first of equal remainders wins. Weights that sum to zero can carry only a total of zero: else RangeError.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((running, weight) => running + BigInt(weight), 0n);
  if (sum === 0n) {
    if (total !== 0) throw new RangeError('nothing to spread over');
    return weights.map(() => 0);
  }
  const shares = weights.map((weight, index) => shareOf(BigInt(total) * BigInt(weight), sum, index));
  const missing = BigInt(total) - shares.reduce((running, share) => running + share.floor, 0n);
  const byRemainder = shares.toSorted((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  for (const share of byRemainder.slice(0, Number(missing))) share.floor += 1n;
  return shares.map((share) => toSafeNumber(share.floor));
}

function shareOf(numerator: bigint, denominator: bigint, index: number) {
  const [top, bottom] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  const remainder = ((top % bottom) + bottom) % bottom;
  return { index, remainder, floor: (top - remainder) / bottom };
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
