/**
 * The rates of the Singapore goods and services tax by date (purchasing model, 0.4). A line stores the rate it was
 * taxed with: this table only gives the default, by the tax point date. Browser-safe.
 */

/** Standard-rated, zero-rated, exempt, out of scope, vendor not registered, import. */
export const gstCodes = ['SR', 'ZR', 'ES', 'OS', 'NR', 'IM'] as const;

export type GstCode = (typeof gstCodes)[number];

/** Valid from `from` on, until the next entry of the same code; dates are 'YYYY-MM-DD', rates basis points. */
export interface GstRate {
  code: GstCode;
  from: string;
  basisPoints: number;
}

const always = '0001-01-01';

const gstRates: readonly GstRate[] = [
  { code: 'SR', from: always, basisPoints: 700 },
  { code: 'SR', from: '2023-01-01', basisPoints: 800 },
  { code: 'SR', from: '2024-01-01', basisPoints: 900 },
  { code: 'ZR', from: always, basisPoints: 0 },
  { code: 'ES', from: always, basisPoints: 0 },
  { code: 'OS', from: always, basisPoints: 0 },
  { code: 'NR', from: always, basisPoints: 0 },
  { code: 'IM', from: always, basisPoints: 0 },
];

/** Basis points of a code on a tax point date 'YYYY-MM-DD': ('SR', '2023-06-30') is 800. */
export function gstRateOn(code: GstCode, date: string): number {
  const rates = gstRates.filter((rate) => rate.code === code && rate.from <= date);
  return rates.reduce((latest, rate) => (rate.from >= latest.from ? rate : latest)).basisPoints;
}
