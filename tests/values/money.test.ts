import { describe, expect, test } from 'vitest';
import { divideRounded, roundTogether, splitProportionally, toSafeNumber } from '#lib/values/integers.ts';
import {
  formatCents,
  formatCoordinate,
  formatQuantity,
  formatRate,
  formatUnitPrice,
  lineCents,
  parseCents,
  parseCoordinate,
  parseQuantity,
  parseUnitPrice,
} from '#lib/values/money.ts';

describe('degrees on the map', () => {
  test('keep six decimals in every language, and are read back', () => {
    expect(['en', 'de'].map((language) => formatCoordinate(-103.699207, language))).toEqual([
      '-103.699207',
      '-103,699207',
    ]);
    expect(parseCoordinate('-103,699207', 'de')).toBe(-103.699207);
    expect([formatCoordinate(1.4), parseCoordinate('1.4251387'), parseCoordinate('north')]).toEqual([
      '1.4',
      null,
      null,
    ]);
  });
});

describe('amounts', () => {
  test.each([
    ['en', '18,640.09', '1,234,567.80'],
    ['de', '18.640,09', '1.234.567,80'],
    ['fr', '18\u202f640,09', '1\u202f234\u202f567,80'],
    ['pt', '18\u00a0640,09', '1\u00a0234\u00a0567,80'],
  ])('are shown in %s and read back', (language, shown, large) => {
    expect(formatCents(1_864_009, language)).toBe(shown);
    expect(formatCents(123_456_780, language)).toBe(large);
    expect(parseCents(shown, language)).toBe(1_864_009);
    expect(parseCents(large, language)).toBe(123_456_780);
  });

  test('zero and nothing show 0.00', () => {
    expect([0, null, undefined].map((cents) => formatCents(cents))).toEqual(['0.00', '0.00', '0.00']);
    expect(formatCents(0, 'de')).toBe('0,00');
  });

  test('small, negative and very large amounts keep every digit', () => {
    expect(formatCents(5)).toBe('0.05');
    expect(formatCents(-123_456)).toBe('-1,234.56');
    expect(formatCents(Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91');
    expect(parseCents('90,071,992,547,409.91')).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each([
    ['1,234.50', 123_450],
    ['1234.5', 123_450],
    ['1234', 123_400],
    [' 0.05 ', 5],
    ['-3.20', -320],
    ['-0', 0],
  ])('%j is read as %d cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  test.each([
    '1.234',
    '0.001',
    '1,23',
    '12,34.5',
    '1,2345',
    '1.2.3',
    '1e5',
    '0x10',
    'ten',
    '',
    '5.',
    '.',
    '--5',
    '$5',
    '90,071,992,547,409.92',
  ])('%j is refused', (text) => expect(parseCents(text)).toBeNull());

  test('what a machine writes is understood in every language, what is ambiguous is a thousand', () => {
    expect(parseCents('1234.50', 'de')).toBe(123_450);
    expect(parseCents('1.234', 'de')).toBe(123_400);
    expect(parseCents('1 234,5', 'fr')).toBe(123_450);
    expect(parseCents('1.234,50', 'pt')).toBe(123_450);
    expect(parseCents('1,5', 'de')).toBe(150);
    expect(parseCents('1,5', 'en')).toBeNull();
  });
});

describe('unit prices, quantities and rates', () => {
  test('a unit price shows two to four decimals', () => {
    expect(formatUnitPrice(12_500)).toBe('1.25');
    expect(formatUnitPrice(375)).toBe('0.0375');
    expect(formatUnitPrice(12_345_670, 'de')).toBe('1.234,567');
    expect(formatUnitPrice(null)).toBe('0.00');
    expect(parseUnitPrice('0.0375')).toBe(375);
    expect(parseUnitPrice('0.00375')).toBeNull();
  });

  test('a quantity shows only the decimals it has', () => {
    expect(formatQuantity(1250)).toBe('1,250');
    expect(formatQuantity(0.5, 'de')).toBe('0,5');
    expect(parseQuantity('1,250.125')).toBe(1250.125);
    expect(parseQuantity('0.0005')).toBeNull();
  });

  test('a rate is shown in percent', () => {
    expect(formatRate(900)).toBe('9');
    expect(formatRate(825, 'fr')).toBe('8,25');
  });
});

describe('a line', () => {
  test('is quantity times unit price less the discount', () => {
    expect(lineCents(3, 12_500)).toBe(375);
    expect(lineCents(2.5, 1_000_000, 500)).toBe(24_500);
  });

  test('rounds halves away from zero, on both sides of it', () => {
    expect(lineCents(1, 50)).toBe(1);
    expect(lineCents(1, 49)).toBe(0);
    expect(lineCents(1, -50)).toBe(-1);
    expect(lineCents(0.001, 50_000)).toBe(1);
  });

  test('is exact where floating point is not', () => {
    expect(lineCents(1.005, 1_000_000)).toBe(10_050);
    expect(lineCents(99_999_999.999, 900_000)).toBe(899_999_999_991);
  });

  test('refuses a fourth decimal and amounts that lose digits', () => {
    expect(() => lineCents(0.0005, 10_000)).toThrow(RangeError);
    expect(() => lineCents(9_000_000_000_000, 9_000_000_000)).toThrow(RangeError);
  });
});

describe('whole numbers', () => {
  test('divide with halves away from zero', () => {
    expect([5n, -5n, 4n, -4n, 6n].map((value) => divideRounded(value, 10n))).toEqual([1n, -1n, 0n, 0n, 1n]);
  });

  test('beyond 2^53 are refused', () => {
    expect(toSafeNumber(9_007_199_254_740_991n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => toSafeNumber(9_007_199_254_740_992n)).toThrow(RangeError);
  });

  test('are spread by largest remainder without losing one', () => {
    expect(splitProportionally(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitProportionally(14, [50, 50, 50])).toEqual([5, 5, 4]);
    expect(splitProportionally(-14, [50, 50, 50])).toEqual([-5, -5, -4]);
    expect(splitProportionally(7, [0, 3, 0])).toEqual([0, 7, 0]);
    expect(splitProportionally(0, [0, 0])).toEqual([0, 0]);
    expect(() => splitProportionally(1, [0, 0])).toThrow(RangeError);
  });

  test('are rounded together without drifting from their sum', () => {
    expect(roundTogether([5n, 5n, 5n], 10n)).toEqual([1, 1, 0]);
    expect(roundTogether([-5n, -5n, -5n], 10n)).toEqual([-1, -1, 0]);
    expect(roundTogether([900n, -900n], 10n)).toEqual([90, -90]);
    expect(roundTogether([], 10n)).toEqual([]);
  });
});
