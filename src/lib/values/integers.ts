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
 * Rounds fractions of one positive denominator so that they add up to their rounded sum, by largest remainder; the
 * first of equal remainders wins. The mirror image of the fractions gives the mirror image of the result.
 */
export function roundTogether(numerators: readonly bigint[], denominator: bigint): number[] {
  const sum = numerators.reduce((running, numerator) => running + numerator, 0n);
  if (sum < 0n)
    return roundTogether(
      numerators.map((numerator) => -numerator),
      denominator,
    ).map((part) => 0 - part);
  const parts = numerators.map((numerator, index) => {
    const remainder = ((numerator % denominator) + denominator) % denominator;
    return { index, remainder, whole: (numerator - remainder) / denominator };
  });
  const missing = divideRounded(sum, denominator) - parts.reduce((running, part) => running + part.whole, 0n);
  const byRemainder = parts.toSorted((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  for (const part of byRemainder.slice(0, Number(missing))) part.whole += 1n;
  return parts.map((part) => toSafeNumber(part.whole));
}

/**
 * Splits a whole `total` in proportion to `weights`, which are not negative, so that the parts add up to it exactly.
 * Without any weight only zero can be split: else RangeError.
 */
export function splitProportionally(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((running, weight) => running + BigInt(weight), 0n);
  if (sum === 0n && total !== 0) throw new RangeError('nothing to spread over');
  return roundTogether(
    weights.map((weight) => BigInt(total) * BigInt(weight)),
    sum || 1n,
  );
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
