/**
 * Money as whole numbers: amounts in cents, unit prices in ten-thousandths of a dollar (`…E4`), quantities with at
 * most three decimals, rates in basis points (purchasing model, 0.1). Browser-safe.
 */
import { formatDecimal, parseDecimal } from './decimal.ts';
import { divideRounded, toSafeNumber } from './integers.ts';

/** "18,640.09" for 1864009 cents, in the reader's language; "0.00" for zero or nothing (specification, section 5). */
export function formatCents(cents: number | null | undefined, language = 'en'): string {
  return formatDecimal(cents ?? 0, { least: 2, most: 2 }, language);
}

/** Cents of a typed amount: "1,234.5" is 123450. `null` when it is invalid or has more than two decimals. */
export function parseCents(text: string, language = 'en'): number | null {
  return parseDecimal(text, 2, language);
}

/** "1.25" for 12500, "0.0375" for 375: at least two decimals, at most four; "0.00" for zero or nothing. */
export function formatUnitPrice(unitPriceE4: number | null | undefined, language = 'en'): string {
  return formatDecimal(unitPriceE4 ?? 0, { least: 2, most: 4 }, language);
}

/** Ten-thousandths of a dollar of a typed unit price; `null` when it is invalid or has more than four decimals. */
export function parseUnitPrice(text: string, language = 'en'): number | null {
  return parseDecimal(text, 4, language);
}

/** "1,250" for 1250, "0.5" for 0.5: only the decimals it has, at most three. */
export function formatQuantity(quantity: number | null | undefined, language = 'en'): string {
  return formatDecimal(toThousandths(quantity ?? 0), { least: 0, most: 3 }, language);
}

/** A typed quantity as a number with at most three decimals; `null` when it is invalid. */
export function parseQuantity(text: string, language = 'en'): number | null {
  const thousandths = parseDecimal(text, 3, language);
  return thousandths === null ? null : thousandths / 1000;
}

/** "1.4302" for degrees on the map: at most six decimals. */
export function formatCoordinate(degrees: number, language = 'en'): string {
  return formatDecimal(Math.round(degrees * 1e6), { least: 0, most: 6 }, language);
}

/** Typed degrees as a number; `null` when they are invalid or have more than six decimals. */
export function parseCoordinate(text: string, language = 'en'): number | null {
  const millionths = parseDecimal(text, 6, language);
  return millionths === null ? null : millionths / 1e6;
}

/** "9" for 900 basis points, "8.25" for 825: percent without the sign. */
export function formatRate(basisPoints: number | null | undefined, language = 'en'): string {
  return formatDecimal(basisPoints ?? 0, { least: 0, most: 2 }, language);
}

/**
 * Cents of a line: quantity times unit price, rounded half away from zero, less the discount (purchasing model, 0.4).
 * Throws RangeError for a quantity with more than three decimals and for results beyond 2^53.
 */
export function lineCents(quantity: number, unitPriceE4: number, discountCents = 0): number {
  const exact = BigInt(toThousandths(quantity)) * BigInt(unitPriceE4);
  return toSafeNumber(divideRounded(exact, 100_000n) - BigInt(discountCents));
}

function toThousandths(quantity: number): number {
  const thousandths = Math.round(quantity * 1000);
  if (thousandths / 1000 !== quantity || !Number.isSafeInteger(thousandths)) {
    throw new RangeError(`${quantity} has more than three decimals`);
  }
  return thousandths;
}
