import { describe, expect, test } from 'vitest';
import { integer, longText, money, percent, quantity, text, unitPrice, type Field } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { entered } from '#lib/records/entity.ts';
import { refusal } from '#tests/support/refusal.ts';

const taken = (field: Field, value: unknown) =>
  (parse(entered({ it: field.schema }), { it: value }) as { it: unknown }).it;
const codeOf = async (field: Field, value: unknown) =>
  (await refusal(Promise.resolve().then(() => taken(field, value)))).errors;

describe('numbers', () => {
  test.each([
    ['a whole number', integer(), 2_147_483_647, -2_147_483_648, ['too-large', 'too-small']],
    ['a rate', percent(), 2_147_483_647, -2_147_483_648, ['too-large', 'too-small']],
    ['an amount', money(), Number.MAX_SAFE_INTEGER, 0, ['amount-too-large', 'below-zero']],
    ['a unit price', unitPrice(), 1e13, 0, ['amount-too-large', 'below-zero']],
  ])(
    '%s is taken to the bounds of its column and no further, whole and nothing else',
    async (_, field, most, least, [above, below]) => {
      expect([taken(field, most), taken(field, String(least))]).toEqual([most, least]);
      for (const more of [most + 1, String(most + 1), 1e300])
        expect(await codeOf(field, more)).toMatchObject([{ path: 'it', code: above }]);
      for (const less of [least - 1, -1e300])
        expect(await codeOf(field, less)).toMatchObject([{ path: 'it', code: below }]);
      expect(await codeOf(field, 1.5)).toMatchObject([{ path: 'it', code: 'not-whole' }]);
      for (const none of ['twelve', Number.NaN, '1e999', '0x10', '0b1', '1e3', '1_000', 'Infinity', ' '])
        expect(await codeOf(field, none)).toMatchObject([{ path: 'it', code: 'not-a-number' }]);
    },
  );

  test('a quantity has three decimals and eight digits before them', async () => {
    expect(taken(quantity(), '99999999')).toBe(99_999_999);
    expect(await codeOf(quantity(), 100_000_000)).toMatchObject([{ code: 'too-large' }]);
    expect(await codeOf(quantity(), 1.0005)).toMatchObject([{ code: 'too-many-decimals' }]);
  });

  test('own bounds of a field stand', async () => {
    expect(await codeOf(integer({ min: 1, max: 12 }), 13)).toMatchObject([{ code: 'too-large' }]);
    expect(await codeOf(money({ positive: true }), 0)).toMatchObject([{ code: 'not-above-zero' }]);
    expect(await codeOf(quantity(), 0)).toMatchObject([{ code: 'not-above-zero' }]);
  });
});

describe('a text', () => {
  test.each(['\u200b\u2060', '\u3164', '\u00ad', ' \u200d ', '\u0301', '\ufeff\t', '\u2800'])(
    'of which nothing is to be seen is none: %j',
    async (nothing) => {
      for (const field of [text({ max: 20 }), longText({ max: 20 })])
        expect(await codeOf(field, nothing)).toMatchObject([{ path: 'it', code: 'required' }]);
    },
  );

  test.each(['க்\u200dஷ', '👩\u200d🌾', 'Zoë', '…', '第一'])('keeps what joins its letters: %j', (kept) =>
    expect(taken(text({ max: 20 }), ` ${kept} `)).toBe(kept),
  );
});
