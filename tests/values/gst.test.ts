import { describe, expect, test } from 'vitest';
import { computeGst, type GstInput, gstMethods } from '#lib/values/gst.ts';
import { gstCodes, gstRateOn } from '#lib/values/gst-rates.ts';

const line = (lineCents: number, more: Partial<GstInput> = {}): GstInput => ({
  lineCents,
  gstCode: 'SR',
  rateBasisPoints: 900,
  priceIncludesGst: false,
  ...more,
});
const inclusive = { priceIncludesGst: true };
const totals = ({ netCents, gstCents, grossCents }: ReturnType<typeof computeGst>) => [netCents, gstCents, grossCents];

describe('the examples of the model', () => {
  test('two inclusive lines of 379.00', () => {
    const lines = [line(37_900, inclusive), line(37_900, inclusive)];
    expect(computeGst(lines, 'per-line').gstCents).toBe(6_258);
    const onTotal = computeGst(lines, 'on-total');
    expect(onTotal.gstCents).toBe(6_259);
    expect(onTotal.lines.map(({ gstCents }) => gstCents)).toEqual([3_130, 3_129]);
    expect(totals(onTotal)).toEqual([69_541, 6_259, 75_800]);
  });

  test('three exclusive lines of 0.50', () => {
    const lines = [line(50), line(50), line(50)];
    expect(computeGst(lines, 'per-line').gstCents).toBe(15);
    const onTotal = computeGst(lines, 'on-total');
    expect(onTotal.gstCents).toBe(14);
    expect(onTotal.lines.map(({ gstCents }) => gstCents)).toEqual([5, 5, 4]);
  });
});

describe('a line', () => {
  test('that excludes the tax gets it on top, one that includes it contains it', () => {
    const amounts = [{ netCents: 10_000, gstCents: 900, grossCents: 10_900 }];
    expect(computeGst([line(10_000)], 'per-line').lines).toEqual(amounts);
    expect(computeGst([line(10_900, inclusive)], 'on-total').lines).toEqual(amounts);
  });

  test('rounds halves away from zero, also when it is given back', () => {
    expect(computeGst([line(50)], 'per-line').gstCents).toBe(5);
    expect(computeGst([line(-50)], 'per-line').gstCents).toBe(-5);
    expect(computeGst([line(49)], 'per-line').gstCents).toBe(4);
  });

  test('without a rate has no tax', () => {
    const codes = ['ZR', 'ES', 'OS', 'NR', 'IM'] as const;
    const lines = codes.map((gstCode) => line(9_999, { gstCode, rateBasisPoints: 0 }));
    for (const method of gstMethods) expect(totals(computeGst(lines, method))).toEqual([49_995, 0, 49_995]);
  });
});

describe('a document', () => {
  test('may mix inclusion, codes and rates; the summary has each code and rate once', () => {
    const lines = [
      line(10_000),
      line(10_900, inclusive),
      line(5_000, { gstCode: 'ZR', rateBasisPoints: 0 }),
      line(10_000, { rateBasisPoints: 800 }),
    ];
    for (const method of gstMethods) {
      expect(computeGst(lines, method).byRate).toEqual([
        { gstCode: 'SR', rateBasisPoints: 900, netCents: 20_000, gstCents: 1_800, grossCents: 21_800 },
        { gstCode: 'ZR', rateBasisPoints: 0, netCents: 5_000, gstCents: 0, grossCents: 5_000 },
        { gstCode: 'SR', rateBasisPoints: 800, netCents: 10_000, gstCents: 800, grossCents: 10_800 },
      ]);
    }
  });

  test('may be empty, or come to nothing', () => {
    expect(computeGst([], 'on-total')).toEqual({ netCents: 0, gstCents: 0, grossCents: 0, lines: [], byRate: [] });
    const cancelledOut = computeGst([line(10_000), line(-10_000)], 'on-total');
    expect(cancelledOut.lines.map(({ gstCents }) => gstCents)).toEqual([900, -900]);
    expect(cancelledOut.gstCents).toBe(0);
  });

  test('keeps every cent of a large sum', () => {
    expect(computeGst([line(90_071_992_547_409)], 'per-line').gstCents).toBe(8_106_479_329_267);
  });
});

describe('whatever the lines are', () => {
  const random = generator(20_261_121);
  const documents = Array.from({ length: 500 }, () => Array.from({ length: 1 + random(12) }, anyLine));

  test.each(gstMethods)('%s: net and tax make gross, and lines make the totals and the summary', (method) => {
    for (const lines of documents) {
      const result = computeGst(lines, method);
      for (const [index, amounts] of result.lines.entries()) {
        expect(amounts.netCents + amounts.gstCents).toBe(amounts.grossCents);
        const { priceIncludesGst, lineCents } = lines[index]!;
        expect(priceIncludesGst ? amounts.grossCents : amounts.netCents).toBe(lineCents);
      }
      for (const field of ['netCents', 'gstCents', 'grossCents'] as const) {
        expect(add(result.lines, field)).toBe(result[field]);
        expect(add(result.byRate, field)).toBe(result[field]);
      }
    }
  });

  test('on total, no line is a whole cent away from its own tax, and a group has the tax of its sum', () => {
    for (const lines of documents) {
      const result = computeGst(lines, 'on-total');
      for (const [index, { gstCents }] of result.lines.entries()) {
        const { lineCents, rateBasisPoints: rate, priceIncludesGst } = lines[index]!;
        expect(Math.abs(gstCents - (lineCents * rate) / (10_000 + (priceIncludesGst ? rate : 0)))).toBeLessThan(1);
      }
      const exclusive = lines.map((each) => line(each.lineCents));
      const sum = add(exclusive, 'lineCents');
      const tax = computeGst(exclusive, 'on-total').gstCents;
      expect(tax).toBe(computeGst([line(sum)], 'per-line').gstCents);
    }
  });

  test.each(gstMethods)('%s: giving everything back undoes it to the cent', (method) => {
    for (const lines of documents) {
      const back = lines.map((each) => ({ ...each, lineCents: 0 - each.lineCents }));
      expect(computeGst(back, method).gstCents).toBe(0 - computeGst(lines, method).gstCents);
    }
  });

  function anyLine(): GstInput {
    const taxed = random(3) > 0;
    const rateBasisPoints = taxed ? [700, 800, 900][random(3)]! : 0;
    return line(random(200_000) - 20_000, {
      gstCode: taxed ? 'SR' : 'ZR',
      rateBasisPoints,
      priceIncludesGst: random(2) === 0,
    });
  }
});

describe('the rate', () => {
  test('is that of the tax point date', () => {
    expect(gstRateOn('SR', '2022-12-31')).toBe(700);
    expect(gstRateOn('SR', '2023-01-01')).toBe(800);
    expect(gstRateOn('SR', '2023-12-31')).toBe(800);
    expect(gstRateOn('SR', '2024-01-01')).toBe(900);
    expect(gstRateOn('SR', '2026-11-21')).toBe(900);
  });

  test('is nothing for every other code', () => {
    for (const code of gstCodes.filter((each) => each !== 'SR')) expect(gstRateOn(code, '2026-11-21')).toBe(0);
  });
});

function add<F extends string>(items: Record<F, number>[], field: F): number {
  return items.reduce((running, item) => running + item[field], 0);
}

/** Numbers from 0 up to a limit, the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
